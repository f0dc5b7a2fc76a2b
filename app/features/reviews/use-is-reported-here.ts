import { useSyncExternalStore } from "react";
import { reportedReviews, subscribeToReports } from "~/data/report-memory";

/** Whether this device has reported a review: no on the server, whose pages are the same for everybody. */
export function useIsReportedHere(reviewId: string): boolean {
  return useSyncExternalStore(
    subscribeToReports,
    () => reportedReviews().has(reviewId),
    () => false,
  );
}
