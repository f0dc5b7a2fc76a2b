import { DatabaseFailure } from "./database-failure";
import { setCacheBypassCookie } from "./cache-bypass-cookie";
import { loadStorageClient } from "./photo-upload";
import { insertRow, loadPostgrestClient, restClient, tooManyOrThrow } from "./rest";
import { rowToInsert } from "./review-row";
import { asSignedIn } from "./signed-in";
import { callAsSignedIn, UNAUTHORIZED } from "./signed-in-call";
import { authClient } from "./supabase-auth";
import type { InsertResult, StoredSubmission } from "~/domain/submission";
import type { TooMany } from "~/domain/too-many";
import type { ReviewSubmission } from "~/domain/submission";

// See VisitorActions.

export async function prepareSubmission(): Promise<void> {
  await Promise.allSettled([loadPostgrestClient(), loadStorageClient(), authClient()]);
}

export function insertReview(submission: ReviewSubmission): Promise<InsertResult> {
  return asSignedIn(async (accessToken) => {
    try {
      const result = await insertRow("reviews", rowToInsert(submission), accessToken);
      if (typeof result === "object") return result;
      setCacheBypassCookie();
      return result === "inserted" ? "saved" : "id-taken";
    } catch (failure) {
      if (failure instanceof DatabaseFailure && failure.status === UNAUTHORIZED) return "refused";
      throw failure;
    }
  });
}

export function checkReviewLimits(submission: ReviewSubmission): Promise<"allowed" | "session-expired" | TooMany> {
  return asSignedIn(async (accessToken) => {
    const rest = await restClient(accessToken);
    const { id, property_name, locality, city, review_text } = rowToInsert(submission);
    const args = { review_id: id, property_name, locality, city, review_text };
    const { error, status } = await rest.rpc("check_review_limits", args);
    if (!error) return "allowed";
    if (status === UNAUTHORIZED) return "refused";
    return tooManyOrThrow(error, status);
  });
}

export function myStoredSubmission(reviewId: string): Promise<StoredSubmission | null> {
  return callAsSignedIn("my_review", { review_id: reviewId });
}
