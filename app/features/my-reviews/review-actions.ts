import * as data from "~/data/my-reviews";
import type { MyReview } from "~/domain/my-review";
import type { ToastMessage } from "~/ui/toast";

interface Action {
  title: string;
  text: string;
  button: string;
  isFinal: boolean;
  /** `followUp` is the added text, `depositBack` the new answer; "" for none. */
  carryOut(reviewId: string, followUp: string, depositBack: string): Promise<MyReview>;
  done(review: MyReview): ToastMessage;
}

export type ReviewAction = "make-anonymous" | "withdraw" | "bring-back" | "add-follow-up";

/** What an author can do about a review, with the wording of its dialog and its toast. (spec 11) */
export const REVIEW_ACTIONS: Record<ReviewAction, Action> = {
  "make-anonymous": {
    title: "Take your name off this review?",
    text: "The name and the email given with it will be deleted. This cannot be undone.",
    button: "Take my name off",
    isFinal: true,
    carryOut: data.makeAnonymous,
    done: () => ({
      title: "Name Removed",
      description: "Your review no longer shows a name. Some pages may still show it for up to a minute.",
    }),
  },
  withdraw: {
    title: "Withdraw this review?",
    text: "It is removed from every page and from the home's figures at once, and from the city's figures within an hour. After 30 days it is deleted with its photos; until then you can bring it back here.",
    button: "Withdraw",
    isFinal: true,
    carryOut: data.withdrawReview,
    done: () => ({
      title: "Review Withdrawn",
      description: "It is no longer on the site. Some pages may still show it for up to a minute.",
    }),
  },
  "bring-back": {
    title: "Bring this review back?",
    text: "Readers will see it again, unless an operator has hidden it.",
    button: "Bring it back",
    isFinal: false,
    carryOut: data.bringBackReview,
    done: ({ state }) =>
      state === "hidden"
        ? { title: "Still Hidden", description: "You have brought it back, but an operator has hidden it." }
        : {
            title: "Review Is Back",
            description: "Readers can see it again. Its photos will be back within a minute.",
          },
  },
  "add-follow-up": {
    title: "Add what happened later",
    text: "It will appear under your review with today's date. You can add up to three. They cannot be edited later, and the review itself does not change.",
    button: "Add it",
    isFinal: false,
    carryOut: data.addFollowUp,
    done: () => ({ title: "Added", description: "It is now under your review, with today's date." }),
  },
};

export const SESSION_EXPIRED_TOAST: ToastMessage = {
  title: "Please log in again",
  description: "Your session has ended. Nothing was changed.",
  duration: 7000,
  variant: "destructive",
};
