import { expect, test } from "vitest";
import { AccountError, service } from "./test-accounts";
import { LOG_IN_TOASTS, logIn } from "./log-in";
import { serviceToast } from "./account-toast";

const FORM = { email: "asha@example.com", password: "secret" };

test("logs in with an accepted password, and sends nothing while offline", { tags: ["8.25"] }, async () => {
  expect(serviceToast(LOG_IN_TOASTS, await logIn(FORM, { isOnline: false }))).toMatchObject({
    title: "Connection Error",
    description: "Connection lost. Try submitting again.",
  });
  expect(service.logIn).not.toHaveBeenCalled();
  expect(serviceToast(LOG_IN_TOASTS, await logIn(FORM, { isOnline: true }))).toMatchObject({
    title: "Login Successful",
    description: "Welcome back!",
    duration: 3_000,
  });
  expect(service.logIn).toHaveBeenCalledWith("asha@example.com", "secret");
});

const UNCONFIRMED = "Please check your email to confirm your account before logging in.";
const FAILED = "Something went wrong. Please try again later.";

test.each<[number, string, string | undefined, title: string, ending: string, seconds: number]>([
  [429, "Please try again in 12 minutes.", "", "Account Locked", "try later. You can try again in 12 minutes.", 5],
  [429, "Request rate limit reached", "", "Account Locked", "Account locked, try later.", 5],
  [400, "Invalid login credentials", "invalid_credentials", "Login Failed", "Incorrect email or password.", 5],
  [400, "Email not confirmed", "email_not_confirmed", "Email Not Confirmed", UNCONFIRMED, 7],
  [0, "Failed to fetch", undefined, "Login Failed", FAILED, 5],
  [500, "", "unexpected_failure", "Login Failed", FAILED, 5],
])("shows %d %s %s as “%s” “%s”, %d s", { tags: ["8.25"] }, async (status, message, code, title, ending, seconds) => {
  service.logIn.mockRejectedValueOnce(new AccountError(message, status, code));
  const toast = serviceToast(LOG_IN_TOASTS, await logIn(FORM, { isOnline: true }));
  expect(toast).toMatchObject({ title, variant: "destructive", duration: seconds * 1_000 });
  expect(toast.description?.endsWith(ending)).toBe(true);
});
