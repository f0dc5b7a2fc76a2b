import type { ReportReason } from "./report-reasons";
import type { Review } from "./review";

/** A visitor's report. The device's fingerprint is sent beside it. (spec 3) */
export interface Report {
  reviewId: string;
  reason: ReportReason;
  reporterEmail: string | null;
}

export type Reported = "review" | "reply";

/** Returns the key under which a device remembers that it reported this review or reply. */
export function reportedKey(reviewId: string, reported: Reported): string {
  return reported === "review" ? reviewId : `reply-${reviewId}`;
}

/** Must match the check of private.reporter_emails in the database. */
export const MAX_REPORTER_EMAIL_LENGTH = 320;

/**
 * Returns whether this visitor can report a review, and whether they see the badge for reviews under review: only if it was
 * reported, but not by this device. `isReportedHere`: this device reported it. (spec 2)
 */
export function reportStatus(
  review: Pick<Review, "reported">,
  isReportedHere: boolean,
): { canReport: boolean; isUnderReview: boolean } {
  return { canReport: !review.reported && !isReportedHere, isUnderReview: review.reported && !isReportedHere };
}
