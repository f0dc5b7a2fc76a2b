import { beforeEach, expect, test, vi } from "vitest";
import { openRecoveryLink, UPDATE_PASSWORD_TOASTS, updatePassword } from "./update-password";
import * as accounts from "~/data/accounts";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  openRecoveryLink: vi.fn<typeof accounts.openRecoveryLink>(),
  setPasswordByLink: vi.fn<typeof accounts.setPasswordByLink>(),
}));

const TOKEN = { tokenHash: "hash-1", type: "recovery" } as const;
const LINK = { kind: "token", token: TOKEN } as const;
const { openRecoveryLink: open, setPasswordByLink } = vi.mocked(accounts);

beforeEach(() => {
  vi.resetAllMocks();
});

test("a used or old link is told apart from a lost connection", async () => {
  expect(await openRecoveryLink(LINK)).toEqual({ outcome: "open" });
  expect(open).toHaveBeenCalledWith(TOKEN);
  open.mockRejectedValueOnce(new accounts.AccountError("Email link is invalid or has expired", 403, "otp_expired"));
  expect(await openRecoveryLink(LINK)).toEqual({ outcome: "invalid-link" });
  open.mockRejectedValueOnce(new accounts.AccountError("Failed to fetch", 0));
  expect(await openRecoveryLink(LINK)).toEqual({ outcome: "failed", message: "" });
  open.mockRejectedValueOnce(new accounts.AccountError("Request rate limit reached", 429));
  expect(await openRecoveryLink(LINK)).toEqual({ outcome: "failed", message: "Request rate limit reached" });
});

test("a refused password is told apart from a link that was opened too long ago", { tags: ["8.35"] }, async () => {
  expect(await updatePassword("new secret")).toEqual({ outcome: "updated" });
  const refusal = "New password should be different from the old password.";
  setPasswordByLink.mockRejectedValueOnce(new accounts.AccountError(refusal, 422, "same_password"));
  expect(await updatePassword("old secret")).toEqual({ outcome: "failed", message: refusal });
  setPasswordByLink.mockRejectedValueOnce(new accounts.AccountError("", 400, "current_password_required"));
  expect(await updatePassword("new secret")).toEqual({ outcome: "invalid-link" });
  setPasswordByLink.mockRejectedValueOnce(new accounts.AccountError("", 403, "session_not_found"));
  expect(await updatePassword("new secret")).toEqual({ outcome: "invalid-link" });
});

test("every outcome has its words", { tags: ["8.35", "8.36", "8.37", "8.38"] }, () => {
  expect(UPDATE_PASSWORD_TOASTS.updated()).toMatchObject({
    title: "Password Updated",
    description: "Please log in with your new password.",
    duration: 5000,
  });
  for (const code of ["", "access_denied", "constructor"])
    expect(UPDATE_PASSWORD_TOASTS["invalid-link"](code)).toMatchObject({
      title: "Password Reset Error",
      description: "Invalid or expired recovery link.",
      duration: 7000,
    });
  expect(UPDATE_PASSWORD_TOASTS["invalid-link"]("otp_expired").description).toBe(
    "This link was used already, or is older than an hour. Ask for a new one.",
  );
  expect(UPDATE_PASSWORD_TOASTS.failed("")).toMatchObject({
    title: "Password Update Failed",
    description: "Could not update password. The link may have expired or an error occurred.",
  });
});
