import { Suspense } from "react";
import { databaseContext } from "~/database-context";
import { areReviewsKeptHere } from "~/features/reviews/kept-in-browser";
import { loadHomeReviews } from "~/features/reviews/load-home-reviews";
import { loadRecentReviews } from "~/features/reviews/load-recent-reviews";
import { loadTopReviewers } from "~/features/reviews/load-top-reviewers";
import { RecentReviews } from "~/features/reviews/recent-reviews";
import { HomeHero } from "~/features/site/home-hero";
import { pageMeta } from "~/features/site/page-meta";
import { ReferralBanner } from "~/features/site/referral-banner";
import { siteData } from "~/features/site/site-data";
import { WAITLIST_ID } from "~/features/waitlist/waitlist-id";
import { lazyWhenNear } from "~/ui/lazy-when-near";
import type { Route } from "./+types/home";

const SUBMIT = "/submit-review";

// What stands below the first screen comes alive when the reader gets there; each id is that of an element in it.
const FeatureCards = lazyWhenNear("features", async () => (await import("~/features/site/feature-cards")).FeatureCards);
const TopReviewers = lazyWhenNear(
  "top-reviewers",
  async () => (await import("~/features/reviews/top-reviewers")).TopReviewers,
);
const WaitlistCard = lazyWhenNear(
  WAITLIST_ID,
  async () => (await import("~/features/waitlist/waitlist-card")).WaitlistCard,
);
const ClosingCall = lazyWhenNear("closing", async () => (await import("~/features/site/closing-call")).ClosingCall);

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const page = pageMeta(args, {
    title: "Anonymous rental reviews by tenants in India",
    description: "Read what tenants say about homes and landlords before you rent, and tell your own.",
  });
  return [...page, ...siteData(args)];
}

export async function loader({ context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const [recent, top] = await Promise.all([loadRecentReviews(database), loadTopReviewers(database)]);
  return { recent, top };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadHomeReviews(serverLoader);
}
clientLoader.hydrate = areReviewsKeptHere();

export default function HomePage({ loaderData, matches }: Route.ComponentProps) {
  const hasDatabase = matches[0].loaderData.config.backend !== "browser";
  return (
    <>
      <ReferralBanner waitlistId={WAITLIST_ID} />
      <HomeHero submitTo={SUBMIT} />
      <div className="mx-auto w-full max-w-wide px-4 py-12 sm:px-6">
        <RecentReviews recent={loaderData.recent} submitTo={SUBMIT} />
      </div>
      <Suspense>
        <FeatureCards />
      </Suspense>
      <div className="mx-auto grid w-full max-w-wide gap-x-8 gap-y-10 px-4 py-12 sm:px-6 md:grid-cols-2">
        <Suspense>
          <TopReviewers top={loaderData.top} />
        </Suspense>
        <Suspense>
          <WaitlistCard isAvailable={hasDatabase} />
        </Suspense>
      </div>
      <Suspense>
        <ClosingCall submitTo={SUBMIT} />
      </Suspense>
    </>
  );
}
