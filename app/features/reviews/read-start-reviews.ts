import { homeCities } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { recentReviews, type SiteTotals, siteTotals, topReviewers } from "~/data/reviews";
import { RECENT_REVIEW_COUNT, type Review } from "~/domain/review";
import type { TopReviewer } from "~/domain/top-reviewers";
import { KEPT_IN_BROWSER } from "./kept-in-browser";

/** What Home shows of the reviews. A failure is returned, not thrown: the page is more than them. */
export interface StartReviews {
  recent: { reviews: Review[]; hasMore: boolean } | "failed" | typeof KEPT_IN_BROWSER;
  /** This month's reviewers. */
  top: TopReviewer[] | "failed" | typeof KEPT_IN_BROWSER;
  /** Those with the most homes; none where browsers keep the reviews. */
  cities: { city: string; homeCount: number }[] | "failed";
  /** Null before they are counted, and where browsers keep the reviews. */
  totals: SiteTotals | null | "failed";
}

const POPULAR_CITY_COUNT = 8;

/** From the database. */
export async function readStartReviews(backend: PageBackend): Promise<StartReviews> {
  const [recent, top, cities, totals] = await Promise.all([
    orFailed(
      backend.read((database) => recentReviews(database, RECENT_REVIEW_COUNT + 1).then(newest), KEPT_IN_BROWSER),
    ),
    orFailed(backend.read(topReviewers, KEPT_IN_BROWSER)),
    orFailed(backend.read((database) => homeCities(database).then((all) => all.slice(0, POPULAR_CITY_COUNT)), [])),
    orFailed(backend.read(siteTotals, null)),
  ]);
  return { recent, top, cities, totals };
}

function newest(reviews: Review[]) {
  return { reviews: reviews.slice(0, RECENT_REVIEW_COUNT), hasMore: reviews.length > RECENT_REVIEW_COUNT };
}

async function orFailed<Found>(found: Promise<Found>): Promise<Found | "failed"> {
  try {
    return await found;
  } catch (error) {
    // Of the database's own failures the log knows already: app/answer-failures.ts.
    if (error instanceof Error) console.error(error);
    return "failed";
  }
}
