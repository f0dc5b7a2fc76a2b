import { expect, test } from "vitest";
import { AccountError, service } from "./test-accounts";
import { requestPasswordReset, RESET_REQUEST_TOASTS } from "./request-reset-form";
import { serviceToast } from "./account-toast";

const SENT = "If an account exists for this email, you will receive instructions to reset your password shortly.";
const FAILED = "Could not send password reset email. Please try again.";
const TOO_MANY = "over_email_send_rate_limit";

test.each([
  [null, "Check Your Email", SENT, 7_000],
  // Hosted projects refuse a second email within a minute only if the account exists: the toast must not reveal it.
  [
    refused("For security purposes, you can only request this after 40 seconds.", 429, TOO_MANY),
    "Check Your Email",
    SENT,
    7_000,
  ],
  [refused("email rate limit exceeded", 429, TOO_MANY), "Error Sending Email", "email rate limit exceeded"],
  // A lost connection, and the page of a gateway.
  [refused("Failed to fetch", 0), "Error Sending Email", FAILED],
  [refused("{}", 502), "Error Sending Email", FAILED],
])("shows %o as “%s” “%s”", { tags: ["4.36", "8.33"] }, async (refusal, title, description, duration?: number) => {
  if (refusal) service.sendPasswordResetEmail.mockRejectedValueOnce(refusal);
  const toast = serviceToast(RESET_REQUEST_TOASTS, await requestPasswordReset("asha@example.com"));
  expect(toast).toMatchObject({ title, description, ...(duration && { duration }) });
});

function refused(message: string, status: number, code?: string) {
  return new AccountError(message, status, code);
}
