import type { SubmitOutcome } from "./submit-review";
import { Notice } from "~/ui/notice";

export type FailedOutcome = Extract<SubmitOutcome, { outcome: "upload-failed" | "save-failed" | "too-many-attempts" }>;

interface FailureNoticeProps {
  failure: FailedOutcome;
  /** The device was offline when the attempt began, so nothing of it can have arrived. */
  wasOffline: boolean;
}

/** Why an attempt failed. Unlike a toast it stays until the next attempt. */
export function FailureNotice({ failure, wasOffline }: FailureNoticeProps) {
  return <Notice tone="error">{wordsFor(failure, wasOffline)}</Notice>;
}

function wordsFor(failure: FailedOutcome, wasOffline: boolean): string {
  const { outcome, message } = failure;
  if (outcome === "too-many-attempts")
    return `Too many attempts. Your review is not published yet. Everything you entered is kept. ${message}`;
  if (!failure.noResponse) return `Your review was not published. Everything you entered is kept. ${message}`;
  const isTimeout = failure.noResponse === "timed-out";
  // Photos are sent first: while one is missing, the review has not been sent.
  if (wasOffline || outcome === "upload-failed") {
    return isTimeout
      ? "The server took too long to answer. Your review was not sent, and everything you entered is kept. Try again in a minute."
      : "The connection was lost. Your review was not sent, and everything you entered is kept. Try again when you are online.";
  }
  const reason = isTimeout
    ? "The server took too long to answer."
    : "The connection was lost before the server answered.";
  return `${reason} Everything you entered is kept. Try again: your review will be published only once.`;
}
