import * as localReviews from "~/data/local-reviews";
import { dayInIndia } from "~/domain/dates";
import { RECENT_REVIEW_COUNT } from "~/domain/review";
import { rankReviewers } from "~/domain/top-reviewers";
import { buildReviewList, type ReviewList } from "./read-review-list";
import type { StartReviews } from "./read-start-reviews";

/** Returns the list for a URL, from the reviews in this browser. */
export function loadLocalReviewList(url: URL): Promise<ReviewList> {
  return buildReviewList(url, localReviews);
}

/** Returns Home's reviews, from this browser. */
export function loadLocalStartReviews(now: Date): StartReviews {
  const reviews = localReviews.recentReviews(RECENT_REVIEW_COUNT + 1);
  return {
    recent: {
      reviews: reviews.slice(0, RECENT_REVIEW_COUNT),
      hasMore: reviews.length > RECENT_REVIEW_COUNT,
      quote: null,
    },
    top: rankReviewers(localReviews.localAuthors(), dayInIndia(now)),
    cities: [],
    totals: null,
    deposits: null,
  };
}
