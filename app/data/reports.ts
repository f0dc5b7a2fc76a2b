import { setCacheBypassCookie } from "./cache-bypass-cookie";
import { insertRow, loadPostgrestClient } from "./rest";
import type { Report } from "~/domain/report";
import type { TooMany } from "~/domain/too-many";

/** See VisitorActions. */
export function prepareReport(): "preparing" {
  loadPostgrestClient().catch(() => {});
  return "preparing";
}

/** See VisitorActions. Sends no session: a report is anonymous except for a typed email. */
export async function insertReport(
  report: Report,
  fingerprint: string,
): Promise<"sent" | "already-reported" | TooMany> {
  const result = await insertRow("review_reports", {
    review_id: report.reviewId,
    reason: report.reason,
    reporter_email: report.reporterEmail,
    reporter_fingerprint: fingerprint,
  });
  if (result === "duplicate") return "already-reported";
  if (result !== "inserted") return result;
  setCacheBypassCookie();
  return "sent";
}
