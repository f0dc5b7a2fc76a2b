import { browserDatabase } from "./database";
import { markOwnChange } from "./own-change";
import { loadStorageClient } from "./proof-files";
import {
  answerOf,
  DatabaseFailure,
  loadPostgrestClient,
  restClient,
  tooMany,
  type TooMany,
  UNIQUE_VIOLATION,
} from "./rest";
import { asSignedIn } from "./signed-in";
import { authClient } from "./supabase-auth";
import type { ReviewSubmission } from "~/domain/submission";

/**
 * Downloads the code that sends a review and its photos while there is a connection, which may be gone when the form is
 * sent. Never throws: what is missing then is tried again when it is needed.
 */
export async function loadSubmissionCode(): Promise<void> {
  if (browserDatabase().kind === "browser") {
    await import("./local-reviews").catch(() => {});
    return;
  }
  await Promise.allSettled([loadPostgrestClient(), loadStorageClient(), authClient()]);
}

/**
 * "id-taken": a review with this id is there already, usually this one from a try whose answer got lost. TooMany: this
 * account has published enough for now.
 */
export type InsertResult = "saved" | "id-taken" | "session-expired" | TooMany;

/**
 * Stores one review in the signed-in visitor's name; author, date, display name and the verified mark are set by the
 * database. Throws an Error with a sentence for the visitor when the database refuses or cannot be reached. (spec 3, 5, 7)
 */
export async function insertReview(submission: ReviewSubmission): Promise<InsertResult> {
  if (browserDatabase().kind === "browser") {
    const { insertLocalReview } = await import("./local-reviews");
    const result = insertLocalReview(reviewRow(submission), new Date());
    markOwnChange();
    return result;
  }
  return asSignedIn(async () => {
    const rest = await restClient();
    const row = reviewRow(submission);
    try {
      answerOf(await rest.from("reviews").insert(row));
      markOwnChange();
      return "saved";
    } catch (failure) {
      if (!(failure instanceof DatabaseFailure)) throw failure;
      if (failure.code === UNIQUE_VIOLATION) {
        markOwnChange();
        return "id-taken";
      }
      if (failure.status === 401) return "refused";
      const refusal = tooMany(failure);
      if (refusal) return refusal;
      throw failure;
    }
  });
}

/** What readers see of a review that this visitor stored, or "hidden" when nobody sees it. */
export type StoredSubmission = { propertyName: string; locality: string; city: string; comment: string } | "hidden";

/** The signed-in visitor's own stored review with this id, null when there is none. Throws like `insertReview`. */
export async function myStoredSubmission(reviewId: string): Promise<StoredSubmission | null> {
  if (browserDatabase().kind === "browser") {
    const { localReview } = await import("./local-reviews");
    const review = localReview(reviewId);
    return review && { ...review, locality: review.locality ?? "" };
  }
  const rest = await restClient();
  const isMine: unknown = answerOf(await rest.rpc("my_review_exists", { review_id: reviewId }));
  if (isMine !== true) return null;
  const columns = "property_name,locality,city,review_text";
  const rows = answerOf(await rest.from("reviews").select(columns).eq("id", reviewId)) ?? [];
  const [row] = rows as { [column: string]: unknown }[];
  if (!row) return "hidden";
  return {
    propertyName: String(row.property_name ?? ""),
    locality: String(row.locality ?? ""),
    city: String(row.city ?? ""),
    comment: String(row.review_text ?? ""),
  };
}

/** The row to insert: empty texts are left out, yes, no and "not said" (null) are kept. (spec 5, persistence) */
export function reviewRow(submission: ReviewSubmission): Record<string, unknown> {
  const row = {
    id: submission.id,
    property_name: submission.propertyName,
    locality: submission.locality,
    city: submission.city,
    property_type: submission.propertyType,
    move_in_date: submission.moveInDate,
    duration: submission.duration,
    rating: submission.rating,
    review_text: submission.comment,
    email: submission.email,
    would_recommend: submission.wouldRecommend,
    move_out_intent: submission.moveOutIntent,
    verified: (submission.proofUrls?.length ?? 0) > 0,
    reported_issues: submission.reportedIssues,
    proof_urls: submission.proofUrls,
    how_issues_reported: submission.howIssuesReported,
    issue_resolution_status: submission.issueResolutionStatus,
    management_response_time: submission.managementResponseTime,
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined && value !== ""));
}
