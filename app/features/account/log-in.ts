import { CAPTCHA_TOAST } from "./captcha-wording";
import { retryMessage } from "./service-message";
import * as accounts from "~/data/accounts";
import type { ToastMessage } from "~/ui/toast";

export type LogInOutcome =
  | "logged-in"
  | TooManyAttempts
  | "wrong-credentials"
  | "email-not-confirmed"
  | "captcha-failed"
  | "connection-lost"
  | "failed";

/** `retry` says when to try again, or is empty. */
interface TooManyAttempts {
  outcome: "too-many-attempts";
  retry: string;
}

/**
 * Signs a user in. A browser that knows it is offline sends nothing, as at sign-up; any other request without a response
 * is an ordinary failure. (spec 8)
 */
export async function logIn(
  { email, password }: { email: string; password: string },
  { isOnline }: { isOnline: boolean },
): Promise<LogInOutcome> {
  if (!isOnline) return "connection-lost";
  try {
    await accounts.logIn(email, password);
    return "logged-in";
  } catch (error) {
    return error instanceof accounts.AccountError ? refusal(error) : "failed";
  }
}

function refusal(error: accounts.AccountError): LogInOutcome {
  if (error.status === 429) return { outcome: "too-many-attempts", retry: retryMessage(error.message) };
  switch (error.code) {
    case "invalid_credentials":
      return "wrong-credentials";
    case accounts.CAPTCHA_FAILED:
      return "captcha-failed";
    case "email_not_confirmed":
      return "email-not-confirmed";
  }
  return "failed";
}

export function logInToast(outcome: LogInOutcome): ToastMessage {
  if (typeof outcome === "string") return LOG_IN_TOASTS[outcome];
  const { description, ...toast } = LOG_IN_TOASTS[outcome.outcome];
  return { ...toast, description: outcome.retry ? `${description} ${outcome.retry}` : description };
}

const LOG_IN_TOASTS = {
  "logged-in": {
    title: "Login Successful",
    description: "Welcome back!",
    duration: 3000,
  },
  "too-many-attempts": {
    title: "Account Locked",
    description: "Account locked, try later.",
    duration: 5000,
    variant: "destructive",
  },
  "wrong-credentials": {
    title: "Login Failed",
    description: "Incorrect email or password.",
    duration: 5000,
    variant: "destructive",
  },
  "email-not-confirmed": {
    title: "Email Not Confirmed",
    description: "Please check your email to confirm your account before logging in.",
    duration: 7000,
    variant: "destructive",
  },
  "captcha-failed": CAPTCHA_TOAST,
  "connection-lost": {
    title: "Connection Error",
    description: "Connection lost. Try submitting again.",
    variant: "destructive",
  },
  failed: {
    title: "Login Failed",
    description: "Something went wrong. Please try again later.",
    duration: 5000,
    variant: "destructive",
  },
} satisfies Record<Extract<LogInOutcome, string> | TooManyAttempts["outcome"], ToastMessage>;
