import { deviceFingerprint, rememberReported, reportedReviews } from "~/data/report-memory";
import { type Report, type TooMany, visitorBackend } from "~/data/visitor-backend";
import { isKeyOf } from "~/domain/enumerations";
import { MAX_REPORTER_EMAIL_LENGTH, REPORT_REASONS } from "~/domain/report";

/** `already-reported-here`: this device remembers it; `already-reported`: the database does. */
export type ReportOutcome =
  "sent" | "already-reported-here" | "already-reported" | "unavailable" | "too-many-attempts" | "failed";

/** Reports a review from this device, once. (spec 4, 5, 8) */
export async function reportReview(form: FormData): Promise<ReportOutcome | TooMany> {
  const report = parseReport(form);
  if (!report) return "failed";
  if (reportedReviews().has(report.reviewId)) return "already-reported-here";
  try {
    const { insertReport } = await visitorBackend().actions();
    const result = await insertReport(report, await deviceFingerprint());
    if (result === "sent" || result === "already-reported") rememberReported(report.reviewId);
    return result;
  } catch {
    return "failed";
  }
}

function parseReport(form: FormData): Report | null {
  const reviewId = form.get("reviewId");
  const reason = form.get("reason");
  const reporterEmail = form.get("reporterEmail");
  if (typeof reviewId !== "string" || reviewId === "") return null;
  if (typeof reason !== "string" || !isKeyOf(REPORT_REASONS, reason)) return null;
  if (typeof reporterEmail !== "string" || reporterEmail.length > MAX_REPORTER_EMAIL_LENGTH) return null;
  return { reviewId, reason, reporterEmail: reporterEmail.trim() || null };
}
