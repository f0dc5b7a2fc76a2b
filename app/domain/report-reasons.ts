/** Separate from report.ts, which every list of reviews loads. Must match the checks of public.review_reports and private.reply_reports in the database. (spec 3) */
export const REPORT_REASONS = {
  fake: "This review is fake",
  offensive: "Contains abuse or offensive content",
  unrelated: "Not related to this property",
  spam: "Spam or duplicate",
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
