import { beforeEach, expect, test, vi } from "vitest";
import { CONFIRMATION_TOASTS, confirmationOutcome, openConfirmationLink } from "./confirm-email";
import * as accounts from "~/data/accounts";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  confirmEmail: vi.fn<typeof accounts.confirmEmail>(),
}));

const { confirmEmail } = vi.mocked(accounts);
const PENDING = { id: "user-1", email: "asha@example.com", emailConfirmedAt: null };
const CONFIRMED = { ...PENDING, emailConfirmedAt: "2026-11-01T00:00:00Z" };
const SESSION = { accessToken: "a", refreshToken: "r", expiresAt: 0, tokenType: "bearer", user: null };

beforeEach(() => {
  vi.resetAllMocks();
});

test.each([
  ["signed-in", null],
  ["confirmed", "confirmed-elsewhere"],
  ["password-unknown", "set-password"],
  ["other-account", "other-account"],
] as const)("of a link it is said that it is %s", async (confirmation, outcome) => {
  confirmEmail.mockResolvedValueOnce(confirmation);
  expect(await openConfirmationLink({ kind: "token", token: { tokenHash: "hash-1", type: "signup" } })).toBe(outcome);
  expect(confirmEmail).toHaveBeenCalledWith({ tokenHash: "hash-1", type: "signup" });
});

test("a link that is refused throws nothing: the session tells what came of it", async () => {
  confirmEmail.mockRejectedValueOnce(new accounts.AccountError("expired", 403));
  expect(await openConfirmationLink({ kind: "token", token: { tokenHash: "hash-1", type: "signup" } })).toBeNull();
});

test("a link that the service has checked itself opens nothing more, and others nothing at all", async () => {
  expect(await openConfirmationLink({ kind: "checked" })).toBe("log-in");
  expect(await openConfirmationLink({ kind: "error", code: "otp_expired" })).toBeNull();
  expect(await openConfirmationLink({ kind: "none" })).toBeNull();
  expect(confirmEmail).not.toHaveBeenCalled();
});

test.each([
  { user: CONFIRMED, session: SESSION, isLoading: false, outcome: "confirmed" },
  { user: PENDING, session: SESSION, isLoading: false, outcome: "pending" },
  { user: null, session: SESSION, isLoading: false, outcome: "wait" },
  { user: null, session: null, isLoading: false, outcome: "failed" },
  { user: null, session: null, isLoading: true, outcome: "wait" },
])("the confirmation is $outcome", { tags: ["3.34", "4.34"] }, ({ outcome, ...auth }) => {
  expect(confirmationOutcome(auth)).toBe(outcome);
});

test("every outcome has its words and its time", { tags: ["8.39"] }, () => {
  expect(CONFIRMATION_TOASTS).toMatchObject({
    confirmed: {
      title: "Email Verified!",
      description: "Your email is confirmed and you are logged in.",
      duration: 3000,
    },
    "confirmed-elsewhere": {
      title: "Email Verified!",
      description: "Now log in: here, or where you signed up.",
      duration: 7000,
    },
    "set-password": { title: "Email Verified!", duration: 7000 },
    pending: {
      title: "Confirmation Pending",
      description: "Please check your email to confirm your account before logging in.",
      duration: 7000,
    },
    failed: {
      title: "Verification Failed",
      description:
        "Could not verify email. The link may be invalid or expired. Please try logging in, or sign up if you don't have an account.",
      duration: 7000,
      variant: "destructive",
    },
    "log-in": { title: "Link Accepted", description: "Log in with your email and password.", duration: 7000 },
    "other-account": { title: "Link for Another Account", duration: 7000 },
  });
});
