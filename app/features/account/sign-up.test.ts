import { beforeEach, expect, test, vi } from "vitest";
import { SIGN_UP_TOASTS, signUp } from "./sign-up";
import * as accounts from "~/data/accounts";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  signUp: vi.fn<typeof accounts.signUp>(),
}));

const FORM = { email: "asha@example.com", password: "secret" };
const USER = { id: "user-1", email: "asha@example.com", emailConfirmedAt: null };
const SESSION = { accessToken: "a", refreshToken: "r", expiresAt: 0, tokenType: "bearer", user: USER };
const service = vi.mocked(accounts.signUp);

beforeEach(() => {
  service.mockReset();
});

test("a browser that is offline sends nothing", { tags: ["5.33"] }, async () => {
  expect(await signUp(FORM, { isOnline: false })).toBe("connection-lost");
  expect(service).not.toHaveBeenCalled();
});

test.each([
  { user: USER, session: null, outcome: "confirm-email" },
  { user: USER, session: SESSION, outcome: "signed-in" },
  { user: null, session: null, outcome: "almost-complete" },
])(
  "an answer with user $user.id and session $session.accessToken means $outcome",
  { tags: ["4.29", "4.30", "4.31"] },
  async ({ outcome, ...answer }) => {
    service.mockResolvedValueOnce(answer);
    expect(await signUp(FORM, { isOnline: true })).toBe(outcome);
  },
);

test.each([
  { status: 422, code: "user_already_exists", message: "User already registered", outcome: "already-registered" },
  { status: 422, code: "email_exists", message: "", outcome: "already-registered" },
  { status: 429, code: "over_email_send_rate_limit", message: "For security purposes …", outcome: "too-many-attempts" },
  { status: 0, code: undefined, message: "signal timed out", outcome: "connection-lost" },
  { status: 0, code: undefined, message: "Failed to fetch", outcome: "connection-lost" },
  { status: 422, code: "weak_password", message: "Password is known to be weak", outcome: "password-refused" },
  { status: 400, code: "email_address_invalid", message: "", outcome: "email-refused" },
  { status: 500, code: "unexpected_failure", message: "Database error", outcome: "failed" },
])(
  "the refusal $status $code $message means $outcome",
  { tags: ["8.20", "8.22", "8.23", "8.24", "8.43"] },
  async ({ status, code, message, outcome }) => {
    service.mockResolvedValueOnce({ error: new accounts.AccountError(message, status, code) });
    expect(await signUp(FORM, { isOnline: true })).toBe(outcome);
  },
);

test("every outcome has its words", { tags: ["5.33", "8.20", "8.22", "8.24"] }, () => {
  expect(SIGN_UP_TOASTS["confirm-email"]).toMatchObject({ title: "Account Created", duration: 7000 });
  expect(SIGN_UP_TOASTS["signed-in"]).toMatchObject({
    title: "Account Created",
    description: "Welcome! You are now logged in.",
  });
  expect(SIGN_UP_TOASTS["password-refused"]).toMatchObject({
    title: "Sign Up Failed",
    description: "This password is too easy to guess.",
  });
  expect(SIGN_UP_TOASTS["already-registered"]).toMatchObject({
    title: "Email already exists",
    description: "Try logging in instead.",
    duration: 5000,
  });
  expect(SIGN_UP_TOASTS["too-many-attempts"]).toMatchObject({
    title: "Too many attempts",
    description: "Please try later.",
  });
  expect(SIGN_UP_TOASTS["connection-lost"]).toMatchObject({
    title: "Connection Error",
    description: "Connection lost. Try submitting again.",
  });
  expect(SIGN_UP_TOASTS.failed).toMatchObject({
    title: "Sign Up Failed",
    description: "Something went wrong. Please try again later.",
  });
});
