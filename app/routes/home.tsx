import { pageContext } from "~/page-context";
import { homePath } from "~/domain/home";
import { useAuth } from "~/features/account/auth-provider";
import { FollowButton } from "~/features/follow/follow-button";
import { homeData } from "~/features/homes/home-data";
import { HomePage } from "~/features/homes/home-page";
import { HomesError, HomesUnavailable } from "~/features/homes/homes-error";
import { loadHome } from "~/features/homes/load-home";
import { HomeReviews } from "~/features/reviews/home-reviews";
import { isLoadFailure, loadFailure, orLoadFailure } from "~/features/reviews/load-more-reviews";
import { errorMeta, NOT_FOUND_PAGE, pageMeta, siteOf } from "~/features/site/page-meta";
import { StructuredData } from "~/features/site/structured-data";
import { fromJson, toJson } from "~/ui/json-data";
import type { Route } from "./+types/home";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = {
  isCached: true,
  redirectsToCanonical: true,
  parameters: ["sort", "stars", "photos", "deposit_back", "size", "year", "topic", "after", "review"],
};

export function meta({ loaderData, ...args }: Route.MetaArgs): Route.MetaDescriptors {
  const view = loaderData && fromJson(loaderData);
  if (view === null) return pageMeta(args, NOT_FOUND_PAGE);
  if (!view || isLoadFailure(view)) return errorMeta(args);
  return [
    ...pageMeta(args, view.about),
    // Keeps photo proof out of image searches.
    { name: "robots", content: view.home.count === 0 ? "noindex" : "noimageindex" },
  ];
}

export async function loader({ url, params, context }: Route.LoaderArgs) {
  return toJson(await loadHome(url, params, context.get(pageContext).backend));
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return orLoadFailure(async () => fromJson(await serverLoader()));
}

export default function HomeReviewsPage({ loaderData, matches }: Route.ComponentProps) {
  const { user } = useAuth();
  const view = fromJson(loaderData);
  if (!view) return <HomesUnavailable />;
  if (isLoadFailure(view)) return <HomesError error={null} failure={view} />;
  const { propertyId, propertyName } = view.home;
  return (
    <>
      <StructuredData things={import.meta.env.SSR ? homeData(siteOf(matches)?.siteUrl ?? "", view) : []} />
      <HomePage
        view={view}
        follow={
          <FollowButton
            place={{ propertyId }}
            path={homePath(view.home)}
            name={propertyName}
            userId={user?.id ?? null}
            size="sm"
          />
        }
      >
        <HomeReviews {...view} />
      </HomePage>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <HomesError error={error} failure={loadFailure(error)} />;
}
