import { expect, test } from "vitest";
import { AccountError, ASHA, service, SESSION } from "./test-accounts";
import { INVALID_EMAIL_TOAST } from "./account-form-wording";
import { SIGN_UP_TOASTS, signUp } from "./sign-up";

const FORM = { email: "asha@example.com", password: "secret" };
const LOST = { title: "Connection Error", description: "Connection lost. Try submitting again." };

test("sends nothing while offline", { tags: ["5.33"] }, async () => {
  expect(SIGN_UP_TOASTS[await signUp(FORM, { isOnline: false })]).toMatchObject(LOST);
  expect(service.signUp).not.toHaveBeenCalled();
});

test.each([
  [{ user: ASHA, session: null }, toastWith("Account Created", "Please check your email to confirm your account.", 7)],
  [{ user: ASHA, session: SESSION }, toastWith("Account Created", "Welcome! You are now logged in.")],
  [
    { user: null, session: null },
    toastWith("Sign Up Almost Complete", "Please check your email for the next step, then log in.", 7),
  ],
  [
    refused(422, "user_already_exists", "User already registered"),
    toastWith("Email already exists", "Try logging in instead.", 5),
  ],
  [refused(422, "email_exists"), toastWith("Email already exists", "Try logging in instead.")],
  [refused(429, "over_email_send_rate_limit"), toastWith("Too many attempts", "Please try later.")],
  [refused(0), LOST],
  [refused(422, "weak_password"), toastWith("Sign Up Failed", "This password is too easy to guess.")],
  [refused(400, "email_address_invalid"), INVALID_EMAIL_TOAST],
  [refused(500, "unexpected_failure"), toastWith("Sign Up Failed", "Something went wrong. Please try again later.")],
])("shows the answer %o as %o", { tags: ["4.29", "8.20", "8.22", "8.41"] }, async (answer, toast) => {
  service.signUp.mockResolvedValueOnce(answer);
  expect(SIGN_UP_TOASTS[await signUp(FORM, { isOnline: true })]).toMatchObject(toast);
});

function refused(status: number, code?: string, message = "") {
  return { error: new AccountError(message, status, code) };
}

function toastWith(title: string, beginning: string, seconds?: number) {
  const toast = { title, description: expect.stringContaining(beginning) as string };
  return seconds === undefined ? toast : { ...toast, duration: seconds * 1_000 };
}
