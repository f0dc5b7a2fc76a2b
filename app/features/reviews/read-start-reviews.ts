import { depositFigures } from "~/data/deposits";
import { homeCities } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { recentReviews, type SiteTotals, siteTotals, topReviewers } from "~/data/reviews";
import { type CityBack, mostAnsweredBack } from "~/domain/deposits";
import { type Quote, quoteOf } from "~/domain/quote";
import { RECENT_REVIEW_COUNT, type Review } from "~/domain/review";
import type { TopReviewer } from "~/domain/top-reviewers";

/**
 * Home's reviews. A part that fails is "failed", so that the others still show. On a site without a database the server returns
 * `recent` and `top` as null, and the browser reads them from its own storage.
 */
export interface StartReviews {
  recent: RecentReviews | "failed" | null;
  /** This month's reviewers. */
  top: TopReviewer[] | "failed" | null;
  /** Cities with the most homes; empty on a site without a database. */
  cities: { city: string; homeCount: number }[] | "failed";
  /** Null before the first count, and on a site without a database. */
  totals: SiteTotals | null | "failed";
  /** The city whose tenants said most about the return of deposits; null if no city has ten answers. */
  deposits: CityBack | null | "failed";
}

interface RecentReviews {
  reviews: Review[];
  hasMore: boolean;
  /** One sentence of a recent review, if possible of one that is not among `reviews`. */
  quote: Quote | null;
}

const POPULAR_CITY_COUNT = 8;
/** How many reviews may be quoted. The database returns at most ten. */
const QUOTABLE_COUNT = 10;

/** Reads Home's reviews, reviewers, cities, totals and deposits from the database. */
export async function readStartReviews(backend: PageBackend): Promise<StartReviews> {
  const [recent, top, cities, totals, deposits] = await Promise.all([
    orFailed(backend.read((database) => recentReviews(database, QUOTABLE_COUNT).then(newest))),
    orFailed(backend.read(topReviewers)),
    orFailed(backend.read((database) => homeCities(database).then((all) => all.slice(0, POPULAR_CITY_COUNT)))),
    orFailed(backend.read(siteTotals)),
    orFailed(backend.read((database) => depositFigures(database).then(mostAnsweredBack))),
  ]);
  return { recent, top, cities: cities ?? [], totals, deposits };
}

function newest(all: Review[]): RecentReviews {
  const reviews = all.slice(0, RECENT_REVIEW_COUNT);
  const older = all.slice(RECENT_REVIEW_COUNT);
  return { reviews, hasMore: older.length > 0, quote: quoteOf([...older, ...reviews]) };
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
