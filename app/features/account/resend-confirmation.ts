import { CAPTCHA_TOAST } from "./captcha-wording";
import { retryMessage } from "./service-message";
import * as accounts from "~/data/accounts";
import type { ToastMessage } from "~/ui/toast";

export type ResendOutcome = "sent" | TooSoon | "captcha-failed" | "failed";

/** `retry` says when to ask again, or is empty. */
interface TooSoon {
  outcome: "too-soon";
  retry: string;
}

/** Asks for another confirmation mail. */
export async function resendConfirmation(email: string): Promise<ResendOutcome> {
  try {
    await accounts.resendConfirmationEmail(email);
    return "sent";
  } catch (error) {
    if (!(error instanceof accounts.AccountError)) return "failed";
    if (error.code === accounts.CAPTCHA_FAILED) return "captcha-failed";
    return error.status === 429 ? { outcome: "too-soon", retry: retryMessage(error.message) } : "failed";
  }
}

export function resendToast(outcome: ResendOutcome): ToastMessage {
  if (typeof outcome === "string") return RESEND_TOASTS[outcome];
  const { description, ...toast } = RESEND_TOASTS[outcome.outcome];
  return { ...toast, description: outcome.retry || description };
}

const RESEND_TOASTS = {
  sent: {
    title: "Confirmation Email Sent",
    description: "Open the link in it to confirm your account.",
    duration: 7000,
  },
  "too-soon": {
    title: "Not sent again yet",
    description: "Please wait a minute before asking for another email.",
  },
  "captcha-failed": CAPTCHA_TOAST,
  failed: {
    title: "Error Sending Email",
    description: "Could not send the confirmation email. Please try again.",
    variant: "destructive",
  },
} satisfies Record<Extract<ResendOutcome, string> | TooSoon["outcome"], ToastMessage>;
