import { browserDatabase } from "~/data/database";
import { markOwnChange } from "~/data/own-change";
import {
  answerOf,
  DatabaseFailure,
  loadPostgrestClient,
  tooMany,
  type TooMany,
  visitorRest,
  UNIQUE_VIOLATION,
} from "~/data/rest";
import type { ReportReason } from "~/domain/report";

/** What a visitor says about a review; the fingerprint of their device goes beside it. (spec 3) */
export interface Report {
  reviewId: string;
  reason: ReportReason;
  reporterEmail: string | null;
}

/** Whether this site has a database that takes reports. (spec 5) */
export function canTakeReports(): boolean {
  return browserDatabase().kind === "supabase";
}

/**
 * Downloads the code that sends a report while there is a connection: some browsers never ask again for a part of a program
 * that they once failed to get. Never throws.
 */
export async function loadReportCode(): Promise<void> {
  await loadPostgrestClient().catch(() => {});
}

/**
 * Stores a report. Resolves to false when this device has reported the review before, and to what to tell the visitor
 * when too many came from them. Throws when the database refuses it or cannot be reached. (spec 3, 7, 8)
 */
export async function insertReport(report: Report, fingerprint: string): Promise<boolean | TooMany> {
  const database = browserDatabase();
  if (database.kind === "browser") throw new DatabaseFailure("Database connection is required.", 0, "");
  // A report names nobody but, if they wish, by the address they typed: no session goes with it.
  const rest = await visitorRest(database);
  const result = await rest.from("review_reports").insert({
    review_id: report.reviewId,
    reason: report.reason,
    reporter_email: report.reporterEmail,
    reporter_fingerprint: fingerprint,
  });
  if (result.error?.code === UNIQUE_VIOLATION) return false;
  try {
    answerOf(result);
  } catch (failure) {
    const refusal = tooMany(failure);
    if (refusal) return refusal;
    throw failure;
  }
  markOwnChange();
  return true;
}
