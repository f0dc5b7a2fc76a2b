import { csv } from "~/domain/csv";
import { GRIEVANCE_GROUNDS, type GrievanceGround } from "~/domain/grievance";
import { type EmptySearches, shareInTime, type TransparencyMonth } from "~/domain/transparency";

const COLUMNS: Record<string, (month: TransparencyMonth) => number | string | null | undefined> = {
  month: ({ month }) => month,
  reviews_published: ({ published }) => published,
  reviews_reported: ({ reportedReviews }) => reportedReviews,
  reports: ({ reports }) => reports,
  reviews_hidden: ({ hidden }) => hidden,
  reviews_hidden_by_clause: ({ hiddenByClause }) =>
    Object.entries(hiddenByClause)
      .map(([clause, count]) => `${clause || "none"}: ${count}`)
      .join("; "),
  reviews_shown_again: ({ shownAgain }) => shownAgain,
  reviews_cleared: ({ cleared }) => cleared,
  reviews_not_counted: ({ notCounted }) => notCounted,
  reviews_counted_again: ({ countedAgain }) => countedAgain,
  bursts_shown_as_checked: ({ burstsChecked }) => burstsChecked,
  bursts_found_genuine: ({ burstsGenuine }) => burstsGenuine,
  replies_published: ({ repliesPublished }) => repliesPublished,
  replies_refused: ({ repliesRefused }) => repliesRefused,
  authors_looked_up: ({ authorsLookedUp }) => authorsLookedUp,
  complaints: ({ grievances }) => grievances,
  ...Object.fromEntries(
    (Object.keys(GRIEVANCE_GROUNDS) as GrievanceGround[]).map((ground) => [
      `complaints_${ground.replace("-", "_")}`,
      ({ grievancesByGround }: TransparencyMonth) => grievancesByGround[ground] ?? 0,
    ]),
  ),
  complaints_decided: ({ times }) => times?.decided,
  seconds_to_acknowledge_median: ({ times }) => times?.acknowledgeMedianSeconds,
  seconds_to_acknowledge_slowest: ({ times }) => times?.acknowledgeSlowestSeconds,
  share_acknowledged_in_time: ({ times }) => times && share(times.acknowledgedInTime, times.acknowledgedLate),
  seconds_to_decide_median: ({ times }) => times?.decideMedianSeconds,
  seconds_to_decide_slowest: ({ times }) => times?.decideSlowestSeconds,
  share_decided_in_time: ({ times }) => times && share(times.decidedInTime, times.decidedLate),
};

/**
 * Returns the months as CSV (RFC 4180), newest first, and below an empty line the places of searches that found nothing, if any. A
 * missing number is an empty field. (spec 10, 11)
 */
export function transparencyCsv(months: TransparencyMonth[], searches: EmptySearches[] = []): string {
  const lines = months.map((month) => Object.values(COLUMNS).map((column) => column(month)));
  const places = searches.map(({ city, locality, count }) => [city, locality, count]);
  const below =
    places.length > 0 ? [[], ["city", "locality", "searches_without_result_in_three_months"], ...places] : [];
  return csv([Object.keys(COLUMNS), ...lines, ...below]);
}

function share(inTime: number, late: number): string {
  return shareInTime(inTime, late)?.toFixed(3) ?? "";
}
