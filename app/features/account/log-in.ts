import { retryMessage, type ServiceOutcome, serviceToast } from "./account-toast";
import * as accounts from "~/data/accounts";
import type { ToastMessage } from "~/ui/toast";
import type { FieldFault } from "./account-form-wording";

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

/**
 * Logs in again, so that another person cannot take over the account in an open browser. The database also deletes an account only shortly
 * after a log-in. Resolves to null, or to the field at fault or a toast. (spec 11)
 */
export async function confirmPassword(
  email: string,
  password: string,
  options: { isOnline: boolean },
): Promise<{ toast: ToastMessage | null; faults: FieldFault[] } | null> {
  const outcome = await logIn({ email, password }, options);
  if (outcome === "logged-in") return null;
  if (outcome !== "wrong-credentials") return { toast: serviceToast(LOG_IN_TOASTS, outcome), faults: [] };
  return { toast: null, faults: [{ field: "currentPassword", code: "wrong-password" }] };
}
