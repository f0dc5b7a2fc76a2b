import type { SubmitOutcome } from "./submit-review";
import { Notice } from "~/ui/notice";

export type FailedOutcome = Extract<SubmitOutcome, { outcome: "upload-failed" | "save-failed" | "too-many-attempts" }>;

interface FailureNoticeProps {
  failure: FailedOutcome;
  /** The device was offline when the attempt began, so nothing of it can have arrived. */
  wasOffline: boolean;
}

/** Why an attempt failed. Unlike its toast it stays until the next attempt. */
export function FailureNotice({ failure, wasOffline }: FailureNoticeProps) {
  return <Notice tone="error">{wordsFor(failure, wasOffline)}</Notice>;
}

function wordsFor(failure: FailedOutcome, wasOffline: boolean): string {
  const { outcome, message } = failure;
  if (outcome === "too-many-attempts")
    return `Your review is not published yet. Everything you entered is kept. ${message}`;
  if (!failure.isConnectionLost) return `Your review was not published. Everything you entered is kept. ${message}`;
  // Photos are sent first: while one is missing, the review has not been sent.
  if (wasOffline || outcome === "upload-failed") {
    return "The connection was lost. Your review was not sent, and everything you entered is kept. Try again when you are online.";
  }
  return "The connection was lost before an answer came. Everything you entered is kept. Try again: your review is published only once.";
}
