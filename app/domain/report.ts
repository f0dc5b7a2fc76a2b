import type { Review } from "./review";

/** The keys are stored and must match the checks of reports and of reports of replies in the database. (spec 3) */
export const REPORT_REASONS = {
  fake: "This review is fake",
  offensive: "Contains abuse or offensive content",
  unrelated: "Not related to this property",
  spam: "Spam or duplicate",
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;

/** What a visitor says about a review; the fingerprint of their device goes beside it. (spec 3) */
export interface Report {
  reviewId: string;
  reason: ReportReason;
  reporterEmail: string | null;
}

/** What is reported: a review, or the reply under it. */
export type Reported = "review" | "reply";

/** Under which name a device remembers what it has reported. */
export function reportedKey(reviewId: string, reported: Reported): string {
  return reported === "review" ? reviewId : `reply-${reviewId}`;
}

/** Must match the check of private.reporter_emails in the database. */
export const MAX_REPORTER_EMAIL_LENGTH = 320;

/**
 * Whether this visitor may report a review, and whether they see that others did. `isReportedHere`: reported from
 * this device. A flagged review cannot be reported again; visitors who did not report it see that it is under review. (spec 2)
 */
export function reportStatus(
  review: Pick<Review, "reported">,
  isReportedHere: boolean,
): { canReport: boolean; isUnderReview: boolean } {
  return { canReport: !review.reported && !isReportedHere, isUnderReview: review.reported && !isReportedHere };
}
