import { beforeEach, expect, test, vi } from "vitest";
import { CONFIRMATION_TOASTS, confirmationOutcome, openConfirmationLink } from "./confirm-email";
import * as accounts from "~/data/accounts";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  setSessionFromFragment: vi.fn<typeof accounts.setSessionFromFragment>(),
  confirmEmail: vi.fn<typeof accounts.confirmEmail>(),
}));

const { setSessionFromFragment, confirmEmail } = vi.mocked(accounts);
const PENDING = { id: "user-1", email: "asha@example.com", emailConfirmedAt: null };
const CONFIRMED = { ...PENDING, emailConfirmedAt: "2026-11-01T00:00:00Z" };
const SESSION = { accessToken: "a", refreshToken: "r", expiresAt: 0, tokenType: "bearer", user: null };

beforeEach(() => {
  vi.resetAllMocks();
});

test("each kind of link is opened in its way", async () => {
  await openConfirmationLink({ kind: "token", token: { tokenHash: "hash-1", type: "signup" } });
  expect(confirmEmail).toHaveBeenCalledWith({ tokenHash: "hash-1", type: "signup" });
  await openConfirmationLink({ kind: "session", hash: "#access_token=a" });
  expect(setSessionFromFragment).toHaveBeenCalledWith("#access_token=a");
  vi.clearAllMocks();
  await openConfirmationLink({ kind: "error", description: "expired" });
  await openConfirmationLink({ kind: "none" });
  expect(confirmEmail).not.toHaveBeenCalled();
  expect(setSessionFromFragment).not.toHaveBeenCalled();
});

test("a link that is refused throws nothing: the session tells what came of it", async () => {
  confirmEmail.mockRejectedValueOnce(new accounts.AccountError("expired", 403));
  expect(await openConfirmationLink({ kind: "token", token: { tokenHash: "hash-1", type: "signup" } })).toEqual({
    isOthers: false,
    isChecked: false,
  });
});

test("the link of another account than the one that is signed in is known as such", async () => {
  setSessionFromFragment.mockRejectedValueOnce(new accounts.AccountError("", 409, accounts.OTHER_ACCOUNT));
  expect(await openConfirmationLink({ kind: "session", hash: "#access_token=a" })).toMatchObject({ isOthers: true });
});

test("a link that the service has checked itself opens nothing more", async () => {
  expect(await openConfirmationLink({ kind: "checked" })).toEqual({ isOthers: false, isChecked: true });
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
    "other-account": { title: "Link of Another Account", duration: 7000 },
  });
});
