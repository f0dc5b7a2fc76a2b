import * as accounts from "~/data/accounts";
import { noResponse } from "~/data/connection-lost";
import * as data from "~/data/my-reviews";
import { deleteDraftPhotos } from "~/data/draft-database";
import type { ToastMessage } from "~/ui/toast";

/** What becomes of the reviews of a deleted account. */
export const REVIEWS_OF_DELETED = {
  stay: "Keep my reviews without a name: nothing will link them to me or to each other",
  go: "Delete my reviews too, with their photos",
} as const;
export type ReviewsOfDeleted = keyof typeof REVIEWS_OF_DELETED;

/** Deletes the account of a user who has just logged in, and what this device keeps of it. `failure` is a sentence, or empty. (spec 11) */
export async function deleteAccount(reviews: ReviewsOfDeleted): Promise<"deleted" | { failure: string }> {
  try {
    await data.deleteAccount(reviews === "go");
  } catch (error) {
    return { failure: error instanceof Error && !noResponse(error) ? error.message : "" };
  }
  // The account is gone; what cannot be removed here must not look like a failure.
  await accounts.forgetSession().catch(() => {});
  await deleteDraftPhotos();
  return "deleted";
}

export function deletionToast(outcome: Awaited<ReturnType<typeof deleteAccount>>): ToastMessage {
  if (outcome === "deleted") {
    return {
      title: "Account Deleted",
      description: "Some pages may show what was deleted for up to a minute.",
      duration: 7000,
    };
  }
  return {
    title: "Not Deleted Yet",
    description: outcome.failure || "The server did not answer. Please try again.",
    duration: Infinity,
    variant: "destructive",
  };
}
