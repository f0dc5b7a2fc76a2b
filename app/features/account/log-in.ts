import { retryMessage, type ServiceOutcome } from "./service-message";
import * as accounts from "~/data/accounts";
import type { ToastMessage } from "~/ui/toast";

type LogInOutcome =
  "logged-in" | "too-many-attempts" | "wrong-credentials" | "email-not-confirmed" | "connection-lost" | "failed";

const LOCKED = "Account locked, try later.";

/** Logs a user in. An offline browser sends nothing, as at sign-up. Other requests without a response are "failed". (spec 8) */
export async function logIn(
  { email, password }: { email: string; password: string },
  { isOnline }: { isOnline: boolean },
): Promise<ServiceOutcome<LogInOutcome>> {
  if (!isOnline) return "connection-lost";
  try {
    await accounts.logIn(email, password);
    return "logged-in";
  } catch (error) {
    return error instanceof accounts.AccountError ? refusal(error) : "failed";
  }
}

function refusal(error: accounts.AccountError): ServiceOutcome<LogInOutcome> {
  if (error.status === 429) {
    return { outcome: "too-many-attempts", message: `${LOCKED} ${retryMessage(error.message)}`.trim() };
  }
  switch (error.code) {
    case "invalid_credentials":
      return "wrong-credentials";
    case "email_not_confirmed":
      return "email-not-confirmed";
  }
  return "failed";
}

export const LOG_IN_TOASTS = {
  "logged-in": {
    title: "Login Successful",
    description: "Welcome back!",
    duration: 3000,
  },
  "too-many-attempts": {
    title: "Account Locked",
    description: LOCKED,
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
} satisfies Record<LogInOutcome, ToastMessage>;
