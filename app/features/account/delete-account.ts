import * as accounts from "~/data/accounts";
import { noResponse } from "~/data/connection-lost";
import * as data from "~/data/my-reviews";
import { removePhotoDrafts } from "~/data/photo-draft";
import type { ToastMessage } from "~/ui/toast";

/** What becomes of the reviews of a deleted account. */
export const REVIEWS_OF_DELETED = {
  stay: "Keep my reviews without a name: nothing will link them to me or to each other",
  go: "Delete my reviews too, with their photos",
} as const;
export type ReviewsOfDeleted = keyof typeof REVIEWS_OF_DELETED;

export type DeletionOutcome = "deleted" | "session-expired" | { outcome: "failed"; message: string };

/** Deletes the account of a user who has just logged in, and what this device keeps of it. (spec 11) */
export async function deleteAccount(reviews: ReviewsOfDeleted): Promise<DeletionOutcome> {
  try {
    const result = await data.deleteAccount(reviews === "go");
    if (result === "session-expired") return result;
  } catch (error) {
    const message = error instanceof Error && !noResponse(error) ? error.message : "";
    return { outcome: "failed", message };
  }
  await forget();
  return "deleted";
}

// The account is gone; what cannot be removed here must not look like a failure.
async function forget(): Promise<void> {
  await accounts.forgetSession().catch(() => {});
  await removePhotoDrafts();
}

export function deletionToast(outcome: DeletionOutcome): ToastMessage {
  if (outcome === "deleted") {
    return {
      title: "Account Deleted",
      description: "Some pages may show what was deleted for up to a minute.",
      duration: 7000,
    };
  }
  if (outcome === "session-expired") {
    return { title: "Please log in again", description: "Your session has ended.", variant: "destructive" };
  }
  return {
    title: "Not Deleted Yet",
    description: outcome.message || "The server did not answer. Please try again.",
    duration: Infinity,
    variant: "destructive",
  };
}
