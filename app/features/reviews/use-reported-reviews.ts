import { useSyncExternalStore } from "react";
import { reportedReviews, subscribeToReports } from "~/data/report-memory";

const NONE: ReadonlySet<string> = new Set();

/** The ids of the reviews reported from this device: none on the server, whose pages are the same for everybody. */
export function useReportedReviews(): ReadonlySet<string> {
  return useSyncExternalStore(subscribeToReports, reportedReviews, () => NONE);
}
