import { monthRangeInIndia } from "./dates";
import { ANONYMOUS, displayName } from "./display-name";

/** A place in the list of this month's reviewers. */
export interface TopReviewer {
  /** The part of an e-mail before the @, or `Reviewer N` with N the place; never an e-mail. */
  label: string;
  count: number;
}

export const TOP_REVIEWER_COUNT = 10;

/**
 * Who wrote most in India's calendar month of `now`: at most ten, grouped by e-mail whatever its case, the first in
 * front; of two with the same count the one who began earlier. `timestamp` is ISO 8601. The function top_reviewers in the
 * database does the same for everybody's reviews. (spec 9)
 */
export function rankReviewers(
  authors: readonly { email: string | null; timestamp: string }[],
  now: Date,
): TopReviewer[] {
  const { start, end } = monthRangeInIndia(now);
  const times = authors
    .map(({ email, timestamp }) => ({ email: email?.trim().toLowerCase() ?? "", time: Date.parse(timestamp) }))
    .filter(({ time }) => time >= Date.parse(start) && time < Date.parse(end));
  return [...Map.groupBy(times, ({ email }) => email)]
    .map(([email, reviews]) => ({
      email,
      count: reviews.length,
      first: reviews.reduce((earliest, { time }) => Math.min(earliest, time), Infinity),
    }))
    .sort((a, b) => b.count - a.count || a.first - b.first)
    .slice(0, TOP_REVIEWER_COUNT)
    .map(({ email, count }, index) => {
      const name = displayName(email);
      return { label: name === ANONYMOUS ? `Reviewer ${index + 1}` : name, count };
    });
}
