import type { AuthState } from "./auth-provider";
import * as accounts from "~/data/accounts";
import { type EmailLink, removeStoredEmailToken } from "~/data/email-link";
import type { ToastMessage } from "~/ui/toast";

export type ConfirmationOutcome =
  "confirmed" | "confirmed-elsewhere" | "set-password" | "pending" | "failed" | "log-in" | "other-account";

/**
 * Redeems the link that opened this page. Resolves to null if the session decides, because a used link is no failure if the email
 * is confirmed; "log-in" if the service has already checked the link. (spec 4)
 */
export async function openConfirmationLink(link: EmailLink): Promise<ConfirmationOutcome | null> {
  if (link.kind === "checked") return "log-in";
  if (link.kind !== "token") return null;
  try {
    const confirmation = await accounts.confirmEmail(link.token);
    removeStoredEmailToken();
    return OUTCOMES[confirmation];
  } catch (error) {
    // Null: the session decides the outcome. Keep the token unless the service refused it, so that a reload can retry.
    if (accounts.isRefusal(error)) removeStoredEmailToken();
    return null;
  }
}

const OUTCOMES = {
  "signed-in": null,
  confirmed: "confirmed-elsewhere",
  "password-unknown": "set-password",
  "other-account": "other-account",
} as const satisfies Record<accounts.Confirmation, ConfirmationOutcome | null>;

/** Returns the outcome by the session; "wait" while its user is unknown. (spec 4) */
export function confirmationOutcome({
  user,
  session,
  isLoading,
}: Pick<AuthState, "user" | "session" | "isLoading">): ConfirmationOutcome | "wait" {
  if (isLoading) return "wait";
  if (user) return user.emailConfirmedAt ? "confirmed" : "pending";
  return session ? "wait" : "failed";
}

interface Confirmed {
  /** Its title is also the title of the page. */
  toast: ToastMessage;
  tone: "success" | "neutral" | "error";
  /** Shown on the page until the next one opens. */
  text: string;
  destination: string;
}

const TO_LOG_IN = { text: "Taking you to the login page...", destination: "/login" };

/** What each outcome shows and opens. A page remembered at sign-up replaces Home. */
export const CONFIRMATIONS = {
  confirmed: {
    toast: {
      title: "Email Verified!",
      description: "Your email is confirmed and you are logged in.",
      duration: 3000,
    },
    tone: "success",
    text: "You are logged in. One moment, please...",
    destination: "/",
  },
  "confirmed-elsewhere": {
    toast: {
      title: "Email Verified!",
      description: "Now log in: here, or where you signed up.",
      duration: 7000,
    },
    tone: "success",
    ...TO_LOG_IN,
  },
  "set-password": {
    toast: {
      title: "Email Verified!",
      description: "This email was signed up more than once. Choose the password to keep.",
      duration: 7000,
    },
    tone: "success",
    text: "Taking you to your password...",
    destination: "/update-password",
  },
  pending: {
    toast: {
      title: "Confirmation Pending",
      description: "Please check your email to confirm your account before logging in.",
      duration: 7000,
    },
    tone: "neutral",
    ...TO_LOG_IN,
  },
  failed: {
    toast: {
      title: "Verification Failed",
      description:
        "Could not verify email. The link may be invalid or expired. Please try logging in, or sign up if you don't have an account.",
      duration: 7000,
      variant: "destructive",
    },
    tone: "error",
    ...TO_LOG_IN,
  },
  "log-in": {
    toast: {
      title: "Link Accepted",
      description: "Log in with your email and password.",
      duration: 7000,
    },
    tone: "success",
    ...TO_LOG_IN,
  },
  "other-account": {
    toast: {
      title: "Link for Another Account",
      description: "You are still logged in to your own account. To use the other one, log out first.",
      duration: 7000,
    },
    tone: "neutral",
    text: "Taking you to the home page...",
    destination: "/",
  },
} satisfies Record<ConfirmationOutcome, Confirmed>;
