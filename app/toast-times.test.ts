import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { problemToast } from "~/features/account/account-form-wording";
import { CONFIRMATIONS } from "~/features/account/confirm-email";
import { LOG_IN_TOASTS } from "~/features/account/log-in";
import { RESET_REQUEST_TOASTS } from "~/features/account/request-reset-form";
import { SIGN_UP_TOASTS } from "~/features/account/sign-up";
import { UPDATE_PASSWORD_TOASTS } from "~/features/account/update-password";
import { REPORT_TOASTS } from "~/features/reviews/report-review";
import {
  OTHER_TAB_TOASTS,
  outcomeToast,
  photosToast,
  uploadingToast,
} from "~/features/submit-review/submission-wording";
import type { Problem } from "~/domain/submission-check";
import { clearToasts, currentToasts, showToast, type ToastMessage } from "~/ui/toast";

const NOT_SAVED = { outcome: "save-failed", message: "", noResponse: null } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(clearToasts);

type Row = [title: string, seconds: number, toast: ToastMessage | null];

test.each<Row>([
  ["Rating Required", 3, rejected("rating")],
  ["Review Submitted!", 3, outcomeToast({ outcome: "sent", reviewId: "r1" })],
  ["Review Submitted!", 5, outcomeToast({ outcome: "sent-earlier", reviewId: "r1" })],
  ["Incomplete Form", 4, rejected("required")],
  ["File Selection Error", 4, photosToast([])],
  ["Issue Description Required", 4, rejected("first-issue")],
  ["Submission Error", 5, outcomeToast({ ...NOT_SAVED, message: "No answer." })],
  ["Submission Failed", 5, outcomeToast(NOT_SAVED)],
  ["Submission Failed", 5, outcomeToast({ ...NOT_SAVED, outcome: "upload-failed", message: "Bad gateway" })],
  ["Please log in again", 7, outcomeToast({ outcome: "session-expired" })],
  ["Uploading proof...", Infinity, uploadingToast(1)],
  ["Draft from another tab", Infinity, OTHER_TAB_TOASTS.begun],
  ["Review from another tab", Infinity, OTHER_TAB_TOASTS.ended],
])("of the form of a review “%s” stays for %d s", { tags: ["4.16", "4.17", "8.10"] }, (title, seconds, toast) =>
  expect([toast?.title, secondsOf(toast)]).toEqual([title, seconds]),
);

test.each<Row>([
  ["Already Reported", 3, REPORT_TOASTS["already-reported-here"]],
  ["Already Reported", 3, REPORT_TOASTS["already-reported"]],
  ["Review Reported", 4, REPORT_TOASTS.sent],
  ["Reporting Unavailable", 5, REPORT_TOASTS.unavailable],
  ["Error", 5, REPORT_TOASTS.failed],
  ["Login Successful", 3, LOG_IN_TOASTS["logged-in"]],
  ["Login Failed", 5, LOG_IN_TOASTS["wrong-credentials"]],
  ["Login Failed", 5, LOG_IN_TOASTS.failed],
  ["Account Locked", 5, LOG_IN_TOASTS["too-many-attempts"]],
  ["Email Not Confirmed", 7, LOG_IN_TOASTS["email-not-confirmed"]],
  ["Account Created", 7, SIGN_UP_TOASTS["confirm-email"]],
  ["Sign Up Almost Complete", 7, SIGN_UP_TOASTS["almost-complete"]],
  ["Email already exists", 5, SIGN_UP_TOASTS["already-registered"]],
  ["Password Too Short", 5, problemToast({ rule: "min-length", fields: [] })],
  ["Check Your Email", 7, RESET_REQUEST_TOASTS.sent],
  ["Password Updated", 5, UPDATE_PASSWORD_TOASTS.updated],
  ["Password Reset Error", 7, UPDATE_PASSWORD_TOASTS["invalid-link"]],
  ["Email Verified!", 3, CONFIRMATIONS.confirmed.toast],
  ["Email Verified!", 7, CONFIRMATIONS["confirmed-elsewhere"].toast],
  ["Email Verified!", 7, CONFIRMATIONS["set-password"].toast],
  ["Confirmation Pending", 7, CONFIRMATIONS.pending.toast],
  ["Verification Failed", 7, CONFIRMATIONS.failed.toast],
  ["Link Accepted", 7, CONFIRMATIONS["log-in"].toast],
  ["Link for Another Account", 7, CONFIRMATIONS["other-account"].toast],
])(
  "of reports and accounts “%s” stays for %d s",
  { tags: ["4.29", "4.32", "4.36", "4.37", "4.38", "8.3", "8.7", "8.20", "8.25"] },
  (title, seconds, toast) => expect([toast?.title, secondsOf(toast)]).toEqual([title, seconds]),
);

/** Returns how long a toast stays open on a fake clock. */
function secondsOf(toast: ToastMessage | null): number {
  if (!toast) return 0;
  showToast(toast);
  const shownAt = Date.now();
  if (vi.getTimerCount() === 0) return Infinity;
  vi.advanceTimersToNextTimer();
  return currentToasts()[0]?.state === "dismissed" ? (Date.now() - shownAt) / 1000 : NaN;
}

/** Shows a form that breaks this rule. */
function rejected(rule: Problem["rule"]): ToastMessage | null {
  return outcomeToast({ outcome: "invalid", problem: { rule, fields: [], allFields: [] } });
}
