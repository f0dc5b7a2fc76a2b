import * as localReviews from "~/data/local-reviews";
import { dayInIndia } from "~/domain/dates";
import { RECENT_REVIEW_COUNT } from "~/domain/review";
import { rankReviewers } from "~/domain/top-reviewers";
import { readReviewList, type ReviewList } from "./read-review-list";
import type { StartReviews } from "./read-start-reviews";
import { withListedCity } from "./with-listed-city";

/** The list that an address asks for, of the reviews in this browser. */
export function loadLocalReviewList(url: URL): Promise<ReviewList> {
  return readReviewList(withListedCity(url), localReviews);
}

/** The newest reviews in this browser. */
export function loadLocalRecentReviews(): StartReviews["recent"] {
  const reviews = localReviews.recentReviews(RECENT_REVIEW_COUNT + 1);
  return { reviews: reviews.slice(0, RECENT_REVIEW_COUNT), hasMore: reviews.length > RECENT_REVIEW_COUNT };
}

/** Whose reviews in this browser are most this month. */
export function loadLocalTopReviewers(now: Date): StartReviews["top"] {
  return rankReviewers(localReviews.localAuthors(), dayInIndia(now));
}
