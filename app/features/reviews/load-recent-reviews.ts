import type { Database } from "~/data/database";
import type { PageBackend } from "~/data/page-backend";
import { recentReviews } from "~/data/reviews";
import { RECENT_REVIEW_COUNT, type Review } from "~/domain/review";
import { KEPT_IN_BROWSER } from "./kept-in-browser";

export type RecentReviews = { reviews: Review[]; hasMore: boolean } | "failed";

/** The newest reviews for Home, and whether there are more. A failure is returned, not thrown: the page is more than them. */
export function loadRecentReviews(backend: PageBackend): Promise<RecentReviews | typeof KEPT_IN_BROWSER> {
  return backend.read(newest, KEPT_IN_BROWSER);
}

async function newest(database: Database): Promise<RecentReviews> {
  try {
    const reviews = await recentReviews(database, RECENT_REVIEW_COUNT + 1);
    return { reviews: reviews.slice(0, RECENT_REVIEW_COUNT), hasMore: reviews.length > RECENT_REVIEW_COUNT };
  } catch (error) {
    console.error(`The recent reviews could not be read: ${error instanceof Error ? error.message : "unknown"}`);
    return "failed";
  }
}
