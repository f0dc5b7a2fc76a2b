import * as localReviews from "~/data/local-reviews";
import { RECENT_REVIEW_COUNT } from "~/domain/review";
import type { RecentReviews } from "./load-recent-reviews";
import { readReviewList, type ReviewList } from "./read-review-list";

/** The list that an address asks for, of the reviews in this browser. */
export function loadLocalReviewList(url: URL): Promise<ReviewList> {
  return readReviewList(url, localReviews);
}

/** The newest reviews in this browser. */
export function loadLocalRecentReviews(): RecentReviews {
  const reviews = localReviews.recentReviews(RECENT_REVIEW_COUNT + 1);
  return { reviews: reviews.slice(0, RECENT_REVIEW_COUNT), hasMore: reviews.length > RECENT_REVIEW_COUNT };
}
