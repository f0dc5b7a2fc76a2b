import { expect, test } from "vitest";
import { AccountError, service } from "./test-accounts";
import { requestPasswordReset, RESET_REQUEST_TOASTS } from "./request-password-reset";

test("a sent mail is said without whether there is an account", { tags: ["8.32"] }, async () => {
  expect(await requestPasswordReset("asha@example.com")).toEqual({ outcome: "sent" });
  expect(RESET_REQUEST_TOASTS.sent().description).toBe(
    "If an account exists for this email, you will receive instructions to reset your password shortly.",
  );
});

test.each([
  // Only accounts are refused a second mail within a minute: it sounds the same.
  ["For security purposes, you can only request this after 40 seconds.", 429, { outcome: "sent" }],
  ["email rate limit exceeded", 429, { outcome: "failed", message: "email rate limit exceeded" }],
  // What auth-js makes of a lost connection, and of a gateway's page.
  ["Failed to fetch", 0, { outcome: "failed", message: "" }],
  ["{}", 502, { outcome: "failed", message: "" }],
])("the refusal %s %d becomes %o", { tags: ["8.32", "8.33"] }, async (message, status, outcome) => {
  service.sendPasswordResetEmail.mockRejectedValueOnce(
    new AccountError(message, status, status === 429 ? "over_email_send_rate_limit" : undefined),
  );
  expect(await requestPasswordReset("asha@example.com")).toEqual(outcome);
});

test("a check that was not done is told apart", async () => {
  service.sendPasswordResetEmail.mockRejectedValueOnce(new AccountError("", 400, "captcha_failed"));
  expect(await requestPasswordReset("asha@example.com")).toEqual({ outcome: "captcha-failed" });
});

test("a failure is said in the service's words, or in ours where it has none", { tags: ["8.33", "8.34"] }, () => {
  expect(RESET_REQUEST_TOASTS.failed("Too many.")).toMatchObject({
    title: "Error Sending Email",
    description: "Too many.",
  });
  expect(RESET_REQUEST_TOASTS.failed("").description).toBe("Could not send password reset email. Please try again.");
});
