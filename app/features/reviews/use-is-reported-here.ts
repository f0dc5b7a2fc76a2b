import { useSyncExternalStore } from "react";
import { reportedReviews, subscribeToReports } from "~/data/report-memory";

/** Whether this device has reported the review or reply with this key. False on the server, whose pages are the same for all visitors. */
export function useIsReportedHere(key: string): boolean {
  return useSyncExternalStore(
    subscribeToReports,
    () => reportedReviews().has(key),
    () => false,
  );
}
