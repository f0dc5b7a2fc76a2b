import { failureSentence } from "~/data/connection-lost";
import * as data from "~/data/my-reviews";
import type { MyReview } from "~/domain/my-review";
import type { ToastMessage } from "~/ui/toast";

/** What an author can do about a review, each with one sentence once it is done. */
export type ReviewAction = "make-anonymous" | "withdraw" | "bring-back" | "add-follow-up";

export type ChangeOutcome =
  | { outcome: "changed"; review: MyReview }
  | { outcome: "session-expired" }
  /** `message` is a sentence for the author. */
  | { outcome: "failed"; message: string };

/** Carries out an action; `followUp` is the text that is added. (spec 11) */
export async function changeReview(action: ReviewAction, reviewId: string, followUp = ""): Promise<ChangeOutcome> {
  try {
    const review = await CALLS[action](reviewId, followUp);
    return review === "session-expired" ? { outcome: review } : { outcome: "changed", review };
  } catch (error) {
    return { outcome: "failed", message: failureSentence(error) };
  }
}

const CALLS: Record<ReviewAction, (reviewId: string, followUp: string) => Promise<MyReview | "session-expired">> = {
  "make-anonymous": data.makeAnonymous,
  withdraw: data.withdrawReview,
  "bring-back": data.bringBackReview,
  "add-follow-up": data.addFollowUp,
};

const DONE = {
  "make-anonymous": () => ({
    title: "Name Removed",
    description: "Your review no longer shows a name. Some pages may still show it for up to a minute.",
  }),
  withdraw: () => ({
    title: "Review Withdrawn",
    description: "It is off the site. Some pages may still show it for up to a minute.",
  }),
  "bring-back": ({ state }) =>
    state === "hidden"
      ? { title: "Still Hidden", description: "You have brought it back, but an operator has hidden it." }
      : { title: "Review Is Back", description: "Readers can see it again. Its photos will be back within a minute." },
  "add-follow-up": () => ({ title: "Added", description: "It is now under your review, with today's date." }),
} satisfies Record<ReviewAction, (review: MyReview) => ToastMessage>;

export function changeToast(action: ReviewAction, outcome: ChangeOutcome): ToastMessage {
  switch (outcome.outcome) {
    case "changed":
      return DONE[action](outcome.review);
    case "session-expired":
      return {
        title: "Please log in again",
        description: "Your session has ended. Nothing was changed.",
        duration: 7000,
        variant: "destructive",
      };
    case "failed":
      return { title: "Nothing Was Changed", description: outcome.message, variant: "destructive" };
  }
}
