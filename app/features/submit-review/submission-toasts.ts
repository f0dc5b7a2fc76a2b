import type { SubmitOutcome } from "./submit-review";
import { TOAST_DURATIONS } from "~/domain/durations";
import { loginPath } from "~/domain/local-path";
import { reviewPath } from "~/domain/review";
import type { ToastMessage } from "~/ui/toast";

type OutcomeOf<Name extends SubmitOutcome["outcome"]> = Extract<SubmitOutcome, { outcome: Name }>;

const LOG_IN_AGAIN_DURATION = 7000;
const DEFAULT_FAILURE = "Could not save the review or upload files. Please try again.";

/** What the visitor is told at the end of each try. (spec 4, 8, 9) */
const OUTCOME_TOASTS = {
  sent: ({ reviewId }) => ({
    title: "Review Submitted!",
    description: "Thank you for sharing your experience.",
    duration: TOAST_DURATIONS.reviewSubmitted,
    action: { label: "View your review", to: reviewPath(reviewId) },
  }),
  "sent-earlier": ({ reviewId }) => ({
    title: "Review Submitted!",
    description: "Your earlier try had arrived after all, and is published as it was then.",
    duration: TOAST_DURATIONS.submissionFailed,
    action: { label: "View your review", to: reviewPath(reviewId) },
  }),
  invalid: ({ problem }) => ({
    title: problem.title,
    description: problem.description,
    duration: problem.duration,
    variant: "destructive",
  }),
  "session-expired": () => ({
    title: "Please log in again",
    description: "Your session has ended. What you wrote is kept on this device; photos have to be chosen again.",
    duration: LOG_IN_AGAIN_DURATION,
    variant: "destructive",
    action: { label: "Log in", to: loginPath("/submit-review") },
  }),
  "upload-failed": ({ message }) => ({
    title: "Submission Failed",
    description: message || DEFAULT_FAILURE,
    duration: TOAST_DURATIONS.submissionFailed,
    variant: "destructive",
  }),
  "too-many-attempts": ({ message }) => ({
    title: "Submission Error",
    description: `Failed to save review: ${message}`,
    duration: TOAST_DURATIONS.submissionFailed,
    variant: "destructive",
  }),
  "save-failed": ({ message }) =>
    message
      ? {
          title: "Submission Error",
          description: `Failed to save review: ${message}`,
          duration: TOAST_DURATIONS.submissionFailed,
          variant: "destructive",
        }
      : {
          title: "Submission Failed",
          description: DEFAULT_FAILURE,
          duration: TOAST_DURATIONS.submissionFailed,
          variant: "destructive",
        },
} satisfies { [Name in SubmitOutcome["outcome"]]: (outcome: OutcomeOf<Name>) => ToastMessage };

export function outcomeToast<Name extends SubmitOutcome["outcome"]>(outcome: OutcomeOf<Name>): ToastMessage {
  const toastOf = OUTCOME_TOASTS[outcome.outcome] as (outcome: SubmitOutcome) => ToastMessage;
  return toastOf(outcome);
}

/** Shown while photos are on their way, until it is dismissed. (spec 4) */
export function uploadingToast(count: number): ToastMessage {
  return { title: "Uploading proof...", description: `Uploading ${count} file(s).`, duration: Infinity };
}

export function uploadedToast(count: number): ToastMessage {
  return { title: "Upload Complete", description: `${count} file(s) uploaded successfully.` };
}

export function fileErrorToast(messages: string[]): ToastMessage {
  return {
    title: "File Selection Error",
    description: messages.join(" "),
    duration: TOAST_DURATIONS.fileSelectionError,
    variant: "destructive",
  };
}

export function discardedToast(undo: () => void): ToastMessage {
  return { title: "Draft discarded", action: { label: "Undo", onClick: undo } };
}
