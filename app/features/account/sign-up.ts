import { INVALID_EMAIL_TOAST } from "./account-form-wording";
import * as accounts from "~/data/accounts";
import type { ToastMessage } from "~/ui/toast";

export type SignUpOutcome =
  /** A user without a session: the email has to be confirmed. */
  | "confirm-email"
  | "signed-in"
  /** Neither a user nor a session nor an error. */
  | "almost-complete"
  | "already-registered"
  | "too-many-attempts"
  | "connection-lost"
  | "email-refused"
  | "password-refused"
  | "failed";

/**
 * Creates an account. Reports the response of the service as it is: for an email that already has an account, a hosted project
 * responds as for a new one. (spec 4, 5)
 */
export async function signUp(
  { email, password }: { email: string; password: string },
  { isOnline }: { isOnline: boolean },
): Promise<SignUpOutcome> {
  if (!isOnline) return "connection-lost";
  const answer = await accounts.signUp(email, password);
  if ("error" in answer) return refusal(answer.error);
  if (answer.session) return "signed-in";
  return answer.user ? "confirm-email" : "almost-complete";
}

function refusal(error: accounts.AccountError): SignUpOutcome {
  if (error.status === 429) return "too-many-attempts";
  switch (error.code) {
    case "user_already_exists":
    case "email_exists":
      return "already-registered";
    case "email_address_invalid":
      return "email-refused";
    case "weak_password":
      return "password-refused";
  }
  return error.status === 0 ? "connection-lost" : "failed";
}

export const SIGN_UP_TOASTS = {
  "confirm-email": {
    title: "Account Created",
    description: "Please check your email to confirm your account. If you already have one, log in instead.",
    duration: 7000,
  },
  "signed-in": {
    title: "Account Created",
    description: "Welcome! You are now logged in.",
    duration: 3000,
  },
  "almost-complete": {
    title: "Sign Up Almost Complete",
    description: "Please check your email for the next step, then log in.",
    duration: 7000,
  },
  "already-registered": {
    title: "Email already exists",
    description: "Try logging in instead.",
    duration: 5000,
    variant: "destructive",
  },
  "too-many-attempts": {
    title: "Too many attempts",
    description: "Please try later.",
    variant: "destructive",
  },
  "connection-lost": {
    title: "Connection Error",
    description: "Connection lost. Try submitting again.",
    variant: "destructive",
  },
  "email-refused": INVALID_EMAIL_TOAST,
  "password-refused": {
    title: "Sign Up Failed",
    description: "This password is too easy to guess.",
    variant: "destructive",
  },
  failed: {
    title: "Sign Up Failed",
    description: "Something went wrong. Please try again later.",
    variant: "destructive",
  },
} satisfies Record<SignUpOutcome, ToastMessage>;
