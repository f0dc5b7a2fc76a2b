import { databaseContext } from "~/database-context";
import { loadRecentReviews } from "~/features/reviews/load-recent-reviews";
import { RecentReviews } from "~/features/reviews/recent-reviews";
import { HomeHero } from "~/features/site/home-hero";
import type { Route } from "./+types/home";

const SUBMIT = "/submit-review";

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Anonymous rental reviews by tenants in India · GharSach" },
    {
      name: "description",
      content: "Read what tenants say about homes and landlords before you rent, and tell your own.",
    },
  ];
}

export async function loader({ context }: Route.LoaderArgs) {
  return { recent: await loadRecentReviews(context.get(databaseContext)) };
}

// Coming from another page, Home shows at once and its reviews follow; one that cannot be reached is no error page.
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const recent = serverLoader().then(
    (loaded) => loaded.recent,
    () => "failed" as const,
  );
  return { recent };
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <HomeHero submitTo={SUBMIT} />
      <div className="mx-auto w-full max-w-6xl px-4 py-12 sm:px-6">
        <RecentReviews recent={loaderData.recent} submitTo={SUBMIT} />
      </div>
    </>
  );
}
