import { deviceFingerprint } from "~/data/device-fingerprint";
import { rememberReported, reportedReviews } from "~/data/report-memory";
import { visitorBackend } from "~/data/visitor-backend";
import type { Report } from "~/domain/report";
import type { TooMany } from "~/domain/too-many";
import { isKeyOf } from "~/domain/enumerations";
import { MAX_REPORTER_EMAIL_LENGTH, reportedKey } from "~/domain/report";
import { REPORT_REASONS } from "~/domain/report-reasons";
import type { ToastMessage } from "~/ui/toast";
import { UNOPENED_TOASTS } from "./unopened-report-toasts";

/** `already-reported-here`: known to this device; `already-reported`: known to the database. */
export type ReportOutcome =
  "sent" | "already-reported-here" | "already-reported" | "unavailable" | "too-many-attempts" | "failed";

/** The toast of each outcome. The dialog itself shows the rate limit. (spec 8, 9) */
export const REPORT_TOASTS = {
  sent: {
    title: "Review Reported",
    description: "Thank you for your feedback.",
    duration: 4000,
  },
  "already-reported-here": {
    title: "Already Reported",
    description: "You have already reported this review.",
    duration: 3000,
  },
  "already-reported": {
    title: "Already Reported",
    description: "This review seems to have already been reported by this device.",
    duration: 3000,
  },
  ...UNOPENED_TOASTS,
} satisfies Record<Exclude<ReportOutcome, "too-many-attempts">, ToastMessage>;

/** Reports a review or the reply below it, once per device. (spec 4, 5, 8, 11) */
export async function reportReview(form: FormData): Promise<ReportOutcome | TooMany> {
  const report = parseReport(form);
  if (!report) return "failed";
  const reported = form.get("reported") === "reply" ? "reply" : "review";
  const key = reportedKey(report.reviewId, reported);
  if (reportedReviews().has(key)) return "already-reported-here";
  try {
    const { insertReport, insertReplyReport } = await visitorBackend().actions();
    const insert = reported === "reply" ? insertReplyReport : insertReport;
    const result = await insert(report, await deviceFingerprint());
    if (result === "sent" || result === "already-reported") rememberReported(key);
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
