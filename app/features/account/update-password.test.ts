import { beforeEach, expect, test, vi } from "vitest";
import { openRecoveryLink, openRecoverySession, UPDATE_PASSWORD_TOASTS, updatePassword } from "./update-password";
import * as accounts from "~/data/accounts";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  forgetSession: vi.fn<typeof accounts.forgetSession>(),
  logOut: vi.fn<typeof accounts.logOut>(),
  setSessionFromFragment: vi.fn<typeof accounts.setSessionFromFragment>(),
  updateUserPassword: vi.fn<typeof accounts.updateUserPassword>(),
  verifyEmailLink: vi.fn<typeof accounts.verifyEmailLink>(),
}));

const LINK = { tokenHash: "hash-1", type: "recovery" } as const;
const { forgetSession, logOut, setSessionFromFragment, updateUserPassword, verifyEmailLink } = vi.mocked(accounts);

beforeEach(() => {
  vi.resetAllMocks();
});

test("the password is set and everybody signed out, in this order", async () => {
  expect(await updatePassword("new secret")).toEqual({ outcome: "updated" });
  expect(updateUserPassword).toHaveBeenCalledWith("new secret");
  const order = [updateUserPassword, logOut].map((call) => call.mock.invocationCallOrder[0] ?? 0);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test("a used or old link is told apart from a lost connection", async () => {
  expect(await openRecoveryLink(LINK)).toEqual({ outcome: "open" });
  expect(verifyEmailLink).toHaveBeenCalledWith(LINK);
  verifyEmailLink.mockRejectedValueOnce(
    new accounts.AccountError("Email link is invalid or has expired", 403, "otp_expired"),
  );
  expect(await openRecoveryLink(LINK)).toEqual({ outcome: "invalid-link" });
  verifyEmailLink.mockRejectedValueOnce(new accounts.AccountError("Failed to fetch", 0));
  expect(await openRecoveryLink(LINK)).toEqual({ outcome: "failed", message: "" });
  verifyEmailLink.mockRejectedValueOnce(new accounts.AccountError("Request rate limit reached", 429));
  expect(await openRecoveryLink(LINK)).toEqual({ outcome: "failed", message: "Request rate limit reached" });
});

test("a refused password ends no session", { tags: ["8.35"] }, async () => {
  const refusal = "New password should be different from the old password.";
  updateUserPassword.mockRejectedValueOnce(new accounts.AccountError(refusal, 422, "same_password"));
  expect(await updatePassword("old secret")).toEqual({ outcome: "failed", message: refusal });
  expect(logOut).not.toHaveBeenCalled();
});

test("a session that cannot be ended on the service is at least forgotten here", async () => {
  logOut.mockRejectedValueOnce(new accounts.AccountError("Failed to fetch", 0));
  forgetSession.mockRejectedValueOnce(new accounts.AccountError("Failed to fetch", 0));
  expect(await updatePassword("new secret")).toEqual({ outcome: "updated" });
  expect(forgetSession).toHaveBeenCalled();
});

test("a session in a fragment is open or not", async () => {
  setSessionFromFragment.mockResolvedValueOnce({
    accessToken: "a",
    refreshToken: "r",
    expiresAt: 0,
    tokenType: "bearer",
    user: null,
  });
  expect(await openRecoverySession("#access_token=a")).toBe(true);
  setSessionFromFragment.mockRejectedValueOnce(new accounts.AccountError("invalid JWT", 403));
  expect(await openRecoverySession("#access_token=a")).toBe(false);
});

test("every outcome has its words", { tags: ["8.35", "8.36", "8.37", "8.38"] }, () => {
  expect(UPDATE_PASSWORD_TOASTS.updated()).toMatchObject({
    title: "Password Updated",
    description: "Please log in with your new password.",
    duration: 5000,
  });
  expect(UPDATE_PASSWORD_TOASTS["invalid-link"]("")).toMatchObject({
    title: "Password Reset Error",
    description: "Invalid or expired recovery link.",
    duration: 7000,
  });
  expect(UPDATE_PASSWORD_TOASTS["invalid-link"]("Link expired").description).toBe("Link expired");
  expect(UPDATE_PASSWORD_TOASTS.failed("")).toMatchObject({
    title: "Password Update Failed",
    description: "Could not update password. The link may have expired or an error occurred.",
  });
});
