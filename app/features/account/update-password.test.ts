import { expect, test } from "vitest";
import { AccountError, service } from "./test-accounts";
import { openRecoveryLink, UPDATE_PASSWORD_TOASTS, updatePassword } from "./update-password";

const TOKEN = { tokenHash: "hash-1", type: "recovery" } as const;

test("a link is opened and a password set by the service", { tags: ["8.33"] }, async () => {
  expect(await openRecoveryLink({ kind: "token", token: TOKEN })).toEqual({ outcome: "open" });
  expect(service.openRecoveryLink).toHaveBeenCalledWith(TOKEN);
  expect(await updatePassword("new secret")).toEqual({ outcome: "updated" });
  expect(UPDATE_PASSWORD_TOASTS.updated()).toMatchObject({
    title: "Password Updated",
    description: "Please log in with your new password.",
  });
});

test.each([
  [403, "otp_expired", "Email link has expired", { outcome: "invalid-link" }],
  [0, undefined, "Failed to fetch", { outcome: "failed", message: "" }],
  [429, undefined, "Request rate limit reached", { outcome: "failed", message: "Request rate limit reached" }],
])("a used or old link is told apart from a lost connection: %d", async (status, code, message, outcome) => {
  service.openRecoveryLink.mockRejectedValueOnce(new AccountError(message, status, code));
  expect(await openRecoveryLink({ kind: "token", token: TOKEN })).toEqual(outcome);
});

const FAILED = "Could not update password. The link may have expired or an error occurred.";

test.each([
  [422, "same_password", "Choose another one.", "Password Update Failed", "Choose another one."],
  [0, undefined, "Failed to fetch", "Password Update Failed", FAILED],
  [400, "current_password_required", "", "Password Reset Error", "Invalid or expired recovery link."],
  [403, "session_not_found", "", "Password Reset Error", "Invalid or expired recovery link."],
])(
  "a refused password is told apart from a link opened too long ago: %d %s",
  { tags: ["4.38", "8.33"] },
  async (status, code, message, title, description) => {
    service.setPasswordByLink.mockRejectedValueOnce(new AccountError(message, status, code));
    const answer = await updatePassword("old secret");
    const toast = UPDATE_PASSWORD_TOASTS[answer.outcome]("message" in answer ? answer.message : "");
    expect(toast).toMatchObject({ title, description });
  },
);

test("of a link only a code of the service's own counts", () => {
  const descriptions = ["access_denied", "constructor"].map(
    (code) => UPDATE_PASSWORD_TOASTS["invalid-link"](code).description,
  );
  expect(new Set(descriptions)).toEqual(new Set(["Invalid or expired recovery link."]));
});
