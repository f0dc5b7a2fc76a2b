import { expect, test } from "vitest";
import { AccountError, service } from "./test-accounts";
import { openRecoveryLink, UPDATE_PASSWORD_TOASTS, updatePassword } from "./update-password";
import type { ToastMessage } from "~/ui/toast";

const TOKEN = { tokenHash: "hash-1", type: "recovery" } as const;

test("a link is opened and a password set by the service", async () => {
  expect(await openRecoveryLink({ kind: "token", token: TOKEN })).toEqual({ outcome: "open" });
  expect(service.openRecoveryLink).toHaveBeenCalledWith(TOKEN);
  expect(await updatePassword("new secret")).toEqual({ outcome: "updated" });
});

test.each([
  [403, "otp_expired", "Email link has expired", { outcome: "invalid-link" }],
  [0, undefined, "Failed to fetch", { outcome: "failed", message: "" }],
  [429, undefined, "Request rate limit reached", { outcome: "failed", message: "Request rate limit reached" }],
])("a used or old link is told apart from a lost connection: %d", async (status, code, message, outcome) => {
  service.openRecoveryLink.mockRejectedValueOnce(new AccountError(message, status, code));
  expect(await openRecoveryLink({ kind: "token", token: TOKEN })).toEqual(outcome);
});

test.each([
  [422, "same_password", "Choose another one.", { outcome: "failed", message: "Choose another one." }],
  [400, "current_password_required", "", { outcome: "invalid-link" }],
  [403, "session_not_found", "", { outcome: "invalid-link" }],
])(
  "a refused password is told apart from a link opened too long ago: %d %s",
  { tags: ["8.35"] },
  async (status, code, message, outcome) => {
    service.setPasswordByLink.mockRejectedValueOnce(new AccountError(message, status, code));
    expect(await updatePassword("old secret")).toEqual(outcome);
  },
);

test.each<[toast: ToastMessage, title: string, description: string]>([
  [UPDATE_PASSWORD_TOASTS.updated(), "Password Updated", "Please log in with your new password."],
  ...["", "access_denied", "constructor"].map((code): [ToastMessage, string, string] => [
    UPDATE_PASSWORD_TOASTS["invalid-link"](code),
    "Password Reset Error",
    "Invalid or expired recovery link.",
  ]),
  [
    UPDATE_PASSWORD_TOASTS["invalid-link"]("otp_expired"),
    "Password Reset Error",
    "This link has already been used, or is older than an hour. Ask for a new one.",
  ],
  [
    UPDATE_PASSWORD_TOASTS.failed(""),
    "Password Update Failed",
    "Could not update password. The link may have expired or an error occurred.",
  ],
  [UPDATE_PASSWORD_TOASTS.failed("Too weak."), "Password Update Failed", "Too weak."],
])("%o says so", { tags: ["8.35", "8.36", "8.37", "8.38"] }, (toast, title, description) => {
  expect(toast).toMatchObject({ title, description });
});
