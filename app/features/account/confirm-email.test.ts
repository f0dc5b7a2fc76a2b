import { expect, test } from "vitest";
import { AccountError, ASHA, service, SESSION, UNCONFIRMED } from "./test-accounts";
import { CONFIRMATION_TOASTS, confirmationOutcome, openConfirmationLink } from "./confirm-email";

const LINK = { kind: "token", token: { tokenHash: "hash-1", type: "signup" } } as const;

test.each([
  ["signed-in", null],
  ["confirmed", "confirmed-elsewhere"],
  ["password-unknown", "set-password"],
  ["other-account", "other-account"],
] as const)("of a link it is said that it is %s", async (confirmation, outcome) => {
  service.confirmEmail.mockResolvedValueOnce(confirmation);
  expect(await openConfirmationLink(LINK)).toBe(outcome);
  expect(service.confirmEmail).toHaveBeenCalledWith(LINK.token);
});

test("a link that is refused throws nothing, and one that the service has checked itself opens nothing more", async () => {
  service.confirmEmail.mockRejectedValueOnce(new AccountError("expired", 403));
  expect(await openConfirmationLink(LINK)).toBeNull();
  expect(await openConfirmationLink({ kind: "checked" })).toBe("log-in");
  expect(await openConfirmationLink({ kind: "error", code: "otp_expired" })).toBeNull();
  expect(await openConfirmationLink({ kind: "none" })).toBeNull();
  expect(service.confirmEmail).toHaveBeenCalledOnce();
});

test.each([
  [ASHA, SESSION, false, "confirmed"],
  [UNCONFIRMED, SESSION, false, "pending"],
  [null, SESSION, false, "wait"],
  [null, null, false, "failed"],
  [null, null, true, "wait"],
])(
  "the user %o with the session %o, loading %s: %s",
  { tags: ["3.34", "4.34"] },
  (user, session, isLoading, outcome) => {
    expect(confirmationOutcome({ user, session, isLoading })).toBe(outcome);
  },
);

test.each([
  ["confirmed", "Your email is confirmed and you are logged in."],
  ["pending", "Please check your email to confirm your account before logging in."],
  [
    "failed",
    "Could not verify email. The link may be invalid or expired. Please try logging in, or sign up if you don't have an account.",
  ],
  ["log-in", "Log in with your email and password."],
] as const)("%s has its words", { tags: ["8.39"] }, (outcome, description) => {
  expect(CONFIRMATION_TOASTS[outcome].description).toBe(description);
  expect(CONFIRMATION_TOASTS.failed).toMatchObject({ title: "Verification Failed", variant: "destructive" });
});
