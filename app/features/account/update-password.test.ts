import { expect, test } from "vitest";
import { AccountError, service } from "./test-accounts";
import { serviceToast } from "./account-toast";
import { openRecoveryLink, refusalOf, UPDATE_PASSWORD_TOASTS, updatePassword } from "./update-password";

const TOKEN = { tokenHash: "hash-1", type: "recovery" } as const;

test("opens a link and sets a password", { tags: ["8.33"] }, async () => {
  expect(await openRecoveryLink({ kind: "token", token: TOKEN })).toBe("open");
  expect(service.openRecoveryLink).toHaveBeenCalledWith(TOKEN);
  expect(await updatePassword("new secret")).toBe("updated");
  expect(UPDATE_PASSWORD_TOASTS.updated).toMatchObject({
    title: "Password Updated",
    description: "Please log in with your new password.",
    duration: 5_000,
  });
});

test.each([
  [403, "otp_expired", "Email link has expired", "link-used"],
  [0, undefined, "Failed to fetch", { outcome: "failed", message: "" }],
  [429, undefined, "Request rate limit reached", { outcome: "failed", message: "Request rate limit reached" }],
])("distinguishes a used link from a lost connection: %d", async (status, code, message, outcome) => {
  service.openRecoveryLink.mockRejectedValueOnce(new AccountError(message, status, code));
  expect(await openRecoveryLink({ kind: "token", token: TOKEN })).toEqual(outcome);
});

const USED = "This link has already been used, or is older than an hour. Ask for a new one.";
const FAILED = "Could not update password. The link may have expired or an error occurred.";

test.each([
  [422, "same_password", "Choose another one.", "Password Update Failed", "Choose another one."],
  [0, undefined, "Failed to fetch", "Password Update Failed", FAILED],
  [400, "current_password_required", "", "Password Reset Error", USED],
  [403, "session_not_found", "", "Password Reset Error", USED],
])(
  "distinguishes a refused password from an expired link: %d %s",
  { tags: ["4.38", "8.33"] },
  async (status, code, message, title, description) => {
    service.setPasswordByLink.mockRejectedValueOnce(new AccountError(message, status, code));
    const toast = serviceToast(UPDATE_PASSWORD_TOASTS, await updatePassword("old secret"));
    expect(toast).toMatchObject({ title, description });
  },
);

test("reads only a known code from a refused link", () => {
  expect(refusalOf({ kind: "error", code: "otp_expired" })).toBe("link-used");
  for (const code of ["access_denied", "constructor"]) expect(refusalOf({ kind: "error", code })).toBe("invalid-link");
  const invalid = { title: "Password Reset Error", description: "Invalid or expired recovery link.", duration: 7_000 };
  expect(UPDATE_PASSWORD_TOASTS["invalid-link"]).toMatchObject(invalid);
});
