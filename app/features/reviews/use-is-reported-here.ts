import { useSyncExternalStore } from "react";
import { reportedReviews, subscribeToReports } from "~/data/report-memory";

/**
 * Whether this device has reported the review or reply with this reportedKey: no on the server, whose pages are the same for
 * everybody.
 */
export function useIsReportedHere(key: string): boolean {
  return useSyncExternalStore(
    subscribeToReports,
    () => reportedReviews().has(key),
    () => false,
  );
}
