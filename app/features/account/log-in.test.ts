import { expect, test } from "vitest";
import { AccountError, service } from "./test-accounts";
import { CAPTCHA_TOAST } from "./captcha-wording";
import { logIn, logInToast } from "./log-in";

const FORM = { email: "asha@example.com", password: "secret" };

test("an accepted password logs in, and a browser that is offline sends nothing", async () => {
  expect(await logIn(FORM, { isOnline: false })).toBe("connection-lost");
  expect(service.logIn).not.toHaveBeenCalled();
  expect(await logIn(FORM, { isOnline: true })).toBe("logged-in");
  expect(service.logIn).toHaveBeenCalledWith("asha@example.com", "secret");
});

test.each([
  [
    429,
    "Please try again in 12 minutes.",
    "",
    { outcome: "too-many-attempts", retry: "You can try again in 12 minutes." },
  ],
  [429, "Request rate limit reached", "", { outcome: "too-many-attempts", retry: "" }],
  [400, "Invalid login credentials", "invalid_credentials", "wrong-credentials"],
  [400, "Email not confirmed", "email_not_confirmed", "email-not-confirmed"],
  [400, "", "captcha_failed", "captcha-failed"],
  [0, "Failed to fetch", undefined, "failed"],
  [500, "", "unexpected_failure", "failed"],
] as const)("the refusal %d %s %s means %o", async (status, message, code, outcome) => {
  service.logIn.mockRejectedValueOnce(new AccountError(message, status, code));
  expect(await logIn(FORM, { isOnline: true })).toEqual(outcome);
});

test.each([
  ["logged-in", "Login Successful", "Welcome back!"],
  ["wrong-credentials", "Login Failed", "Incorrect email or password."],
  ["email-not-confirmed", "Email Not Confirmed", "Please check your email to confirm your account before logging in."],
  ["connection-lost", "Connection Error", "Connection lost. Try submitting again."],
  ["failed", "Login Failed", "Something went wrong. Please try again later."],
  [{ outcome: "too-many-attempts", retry: "" }, "Account Locked", "Account locked, try later."],
  [{ outcome: "too-many-attempts", retry: "Wait." }, "Account Locked", "Account locked, try later. Wait."],
  ["captcha-failed", CAPTCHA_TOAST.title, CAPTCHA_TOAST.description],
] as const)("%j is said as “%s” “%s”", { tags: ["8.25", "8.26", "8.27", "8.28"] }, (outcome, title, description) => {
  expect(logInToast(outcome)).toMatchObject({
    title,
    description,
    ...(outcome !== "logged-in" && { variant: "destructive" }),
  });
});
