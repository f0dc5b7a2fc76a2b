import { ANONYMOUS, displayName } from "./display-name";
import { groupBy } from "./group-by";

/** An entry in the list of this month's reviewers. */
export interface TopReviewer {
  /** The part of an email before the @, or `Reviewer N` with N the rank; never an email. */
  label: string;
  count: number;
}

const TOP_REVIEWER_COUNT = 10;

/**
 * Returns at most ten reviewers of India's calendar month of `today` (YYYY-MM-DD), most reviews first; ties: the earlier first
 * review of the month. Groups by email, ignoring case; each review without an email counts alone. `reviews` are given newest first.
 * Must match top_reviewers in the database. (spec 9)
 */
export function rankReviewers(
  reviews: readonly { email: string | null; publishedOn: string }[],
  today: string,
): TopReviewer[] {
  const month = today.slice(0, "YYYY-MM".length);
  const oldestFirst = reviews.filter(({ publishedOn }) => publishedOn.startsWith(month)).toReversed();
  return [...groupBy(oldestFirst, (review) => review.email?.trim().toLowerCase() || review)]
    .map(([email, { length: count }]) => ({ email: typeof email === "string" ? email : null, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, TOP_REVIEWER_COUNT)
    .map(({ email, count }, index) => {
      const name = displayName(email);
      return { label: name === ANONYMOUS ? `Reviewer ${index + 1}` : name, count };
    });
}
