import { expect, test, vi } from "vitest";
import { requestPasswordReset, RESET_REQUEST_TOASTS } from "./request-password-reset";
import * as accounts from "~/data/accounts";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  sendPasswordResetEmail: vi.fn<typeof accounts.sendPasswordResetEmail>(),
}));

const service = vi.mocked(accounts.sendPasswordResetEmail);

test("a sent mail is reported without saying whether there is an account", { tags: ["8.32"] }, async () => {
  service.mockResolvedValueOnce();
  expect(await requestPasswordReset("asha@example.com")).toEqual({ outcome: "sent" });
  expect(RESET_REQUEST_TOASTS.sent()).toMatchObject({
    description: "If an account exists for this email, you will receive instructions to reset your password shortly.",
    duration: 7000,
  });
});

test("a second request within a minute sounds the same: only accounts are refused it", { tags: ["8.32"] }, async () => {
  const refusal = "For security purposes, you can only request this after 40 seconds.";
  service.mockRejectedValueOnce(new accounts.AccountError(refusal, 429, "over_email_send_rate_limit"));
  expect(await requestPasswordReset("asha@example.com")).toEqual({ outcome: "sent" });
});

test(
  "a failure is shown in the service's words, or in ours where it has none",
  { tags: ["8.33", "8.34"] },
  async () => {
    service.mockRejectedValueOnce(
      new accounts.AccountError("email rate limit exceeded", 429, "over_email_send_rate_limit"),
    );
    expect(await requestPasswordReset("asha@example.com")).toEqual({
      outcome: "failed",
      message: "email rate limit exceeded",
    });
    // What auth-js makes of a lost connection, and of a gateway's page.
    for (const [message, status] of [
      ["Failed to fetch", 0],
      ["{}", 502],
    ] as const) {
      service.mockRejectedValueOnce(new accounts.AccountError(message, status));
      expect(await requestPasswordReset("asha@example.com")).toEqual({ outcome: "failed", message: "" });
    }
    expect(RESET_REQUEST_TOASTS.failed("")).toMatchObject({
      title: "Error Sending Email",
      description: "Could not send password reset email. Please try again.",
    });
  },
);
