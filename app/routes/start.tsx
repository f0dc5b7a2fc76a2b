import { data } from "react-router";
import { pageContext } from "~/page-context";
import { visitorBackend } from "~/data/visitor-backend";
import { loadStartReviews } from "~/features/reviews/load-more-reviews";
import { DepositBand, PopularCities, RecentQuote, SiteTotals, TopReviewers } from "~/features/reviews/start-sections";
import { readStartReviews } from "~/features/reviews/read-start-reviews";
import { RecentReviews } from "~/features/reviews/recent-reviews";
import { SearchForm } from "~/features/reviews/search-box";
import { ClosingCall } from "~/features/site/closing-call";
import { FeatureCards } from "~/features/site/feature-cards";
import { StartHero } from "~/features/site/start-hero";
import { pageMeta } from "~/features/site/page-meta";
import { ReferralBanner } from "~/features/site/referral-banner";
import { siteData } from "~/features/site/site-data";
import { WAITLIST_ID, WaitlistCard } from "~/features/waitlist/waitlist-card";
import type { Route } from "./+types/start";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

const SUBMIT = "/submit-review";
const SECTION = "mx-auto w-full max-w-wide px-4 py-8 empty:hidden sm:px-6 sm:py-10";

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const page = pageMeta(args, {
    title: "Anonymous rental reviews by tenants in India",
    description: "Read what tenants say about homes and landlords before you rent, and share your own experience.",
  });
  return [...page, ...siteData(args)];
}

export async function loader({ context }: Route.LoaderArgs) {
  const reviews = await readStartReviews(context.get(pageContext).backend);
  // An incomplete page must not be cached.
  const isIncomplete = Object.values(reviews).includes("failed");
  return data(reviews, isIncomplete ? { headers: { "Cache-Control": "no-store" } } : undefined);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadStartReviews(serverLoader);
}
clientLoader.hydrate = !visitorBackend().servesReviews;

export default function StartPage({ loaderData, matches }: Route.ComponentProps) {
  const { hasAccounts, acceptsForms } = visitorBackend(matches[0].loaderData.config);
  return (
    <>
      <ReferralBanner waitlistId={WAITLIST_ID} />
      <StartHero
        submitTo={SUBMIT}
        search={
          <>
            <SearchForm />
            <SiteTotals totals={loaderData.totals} />
          </>
        }
        quote={<RecentQuote recent={loaderData.recent} />}
      />
      <div className={SECTION}>
        <PopularCities cities={loaderData.cities} />
      </div>
      <DepositBand deposits={loaderData.deposits} />
      <div className={`render-near-[40rem] ${SECTION}`}>
        <RecentReviews recent={loaderData.recent} submitTo={SUBMIT} />
      </div>
      <FeatureCards hasDatabase={hasAccounts} />
      <div className={`flex render-near-[30rem] flex-col gap-6 ${SECTION}`}>
        <TopReviewers top={loaderData.top} />
        <WaitlistCard isAvailable={acceptsForms} />
      </div>
      <ClosingCall submitTo={SUBMIT} />
    </>
  );
}
