import { expect, test } from "vitest";
import { AccountError, ASHA, service, SESSION } from "./test-accounts";
import { SIGN_UP_TOASTS, signUp } from "./sign-up";

const FORM = { email: "asha@example.com", password: "secret" };

test("a browser that is offline sends nothing", { tags: ["5.33"] }, async () => {
  expect(await signUp(FORM, { isOnline: false })).toBe("connection-lost");
  expect(service.signUp).not.toHaveBeenCalled();
});

test.each([
  [{ user: ASHA, session: null }, "confirm-email"],
  [{ user: ASHA, session: SESSION }, "signed-in"],
  [{ user: null, session: null }, "almost-complete"],
  [refused(422, "user_already_exists", "User already registered"), "already-registered"],
  [refused(422, "email_exists"), "already-registered"],
  [refused(429, "over_email_send_rate_limit", "For security purposes …"), "too-many-attempts"],
  [refused(0, undefined, "Failed to fetch"), "connection-lost"],
  [refused(422, "weak_password", "Password is known to be weak"), "password-refused"],
  [refused(400, "email_address_invalid"), "email-refused"],
  [refused(400, "captcha_failed"), "captcha-failed"],
  [refused(500, "unexpected_failure", "Database error"), "failed"],
])(
  "the answer %o means %s",
  { tags: ["4.29", "4.30", "8.20", "8.22", "8.23", "8.24", "8.43"] },
  async (answer, outcome) => {
    service.signUp.mockResolvedValueOnce(answer);
    expect(await signUp(FORM, { isOnline: true })).toBe(outcome);
  },
);

test.each([
  ["signed-in", "Account Created", "Welcome! You are now logged in."],
  ["almost-complete", "Sign Up Almost Complete", "Please check your email for the next step, then log in."],
  ["already-registered", "Email already exists", "Try logging in instead."],
  ["too-many-attempts", "Too many attempts", "Please try later."],
  ["connection-lost", "Connection Error", "Connection lost. Try submitting again."],
  ["password-refused", "Sign Up Failed", "This password is too easy to guess."],
  ["failed", "Sign Up Failed", "Something went wrong. Please try again later."],
] as const)(
  "%s is said as “%s” “%s”",
  { tags: ["4.31", "5.33", "8.20", "8.22", "8.23", "8.24"] },
  (outcome, title, description) => {
    expect(SIGN_UP_TOASTS[outcome]).toMatchObject({ title, description });
  },
);

function refused(status: number, code?: string, message = "") {
  return { error: new AccountError(message, status, code) };
}
