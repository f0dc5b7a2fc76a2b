import { ANONYMOUS, displayName } from "./display-name";
import { groupBy } from "./group-by";

/** A place in the list of this month's reviewers. */
export interface TopReviewer {
  /** The part of an e-mail before the @, or `Reviewer N` with N the place; never an e-mail. */
  label: string;
  count: number;
}

const TOP_REVIEWER_COUNT = 10;

/**
 * Who wrote most in India's calendar month of `today` (YYYY-MM-DD): at most ten, grouped by e-mail whatever its case, each
 * review without one by itself, the first in front; of two with the same count the one who began earlier. `reviews` come newest first. The function
 * top_reviewers in the database does the same for everybody's reviews. (spec 9)
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
