import { homeCities } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { recentReviews, type SiteTotals, siteTotals, topReviewers } from "~/data/reviews";
import { RECENT_REVIEW_COUNT, type Review } from "~/domain/review";
import type { TopReviewer } from "~/domain/top-reviewers";

/**
 * Home's reviews. A part that fails is "failed", so that the others still show. On a site without a database the server returns
 * `recent` and `top` as null, and the browser reads them from its own storage.
 */
export interface StartReviews {
  recent: { reviews: Review[]; hasMore: boolean } | "failed" | null;
  /** This month's reviewers. */
  top: TopReviewer[] | "failed" | null;
  /** Cities with the most homes; empty on a site without a database. */
  cities: { city: string; homeCount: number }[] | "failed";
  /** Null before the first count, and on a site without a database. */
  totals: SiteTotals | null | "failed";
}

const POPULAR_CITY_COUNT = 8;

/** Reads Home's reviews, reviewers, cities and totals from the database. */
export async function readStartReviews(backend: PageBackend): Promise<StartReviews> {
  const [recent, top, cities, totals] = await Promise.all([
    orFailed(backend.read((database) => recentReviews(database, RECENT_REVIEW_COUNT + 1).then(newest))),
    orFailed(backend.read(topReviewers)),
    orFailed(backend.read((database) => homeCities(database).then((all) => all.slice(0, POPULAR_CITY_COUNT)))),
    orFailed(backend.read(siteTotals)),
  ]);
  return { recent, top, cities: cities ?? [], totals };
}

function newest(reviews: Review[]) {
  return { reviews: reviews.slice(0, RECENT_REVIEW_COUNT), hasMore: reviews.length > RECENT_REVIEW_COUNT };
}

async function orFailed<Found>(found: Promise<Found>): Promise<Found | "failed"> {
  try {
    return await found;
  } catch (error) {
    // app/answer-failures.ts has logged errors of the database, which are not Error objects here.
    if (error instanceof Error) console.error(error);
    return "failed";
  }
}
