import { retryMessage, type ServiceOutcome } from "./service-message";
import * as accounts from "~/data/accounts";
import type { ToastMessage } from "~/ui/toast";

type ResendOutcome = "sent" | "too-soon" | "failed";

/** Asks for another confirmation e-mail. */
export async function resendConfirmation(email: string): Promise<ServiceOutcome<ResendOutcome>> {
  try {
    await accounts.resendConfirmationEmail(email);
    return "sent";
  } catch (error) {
    if (!(error instanceof accounts.AccountError)) return "failed";
    return error.status === 429 ? { outcome: "too-soon", message: retryMessage(error.message) } : "failed";
  }
}

export const RESEND_TOASTS = {
  sent: {
    title: "Confirmation Email Sent",
    description: "Open the link in it to confirm your account.",
    duration: 7000,
  },
  "too-soon": {
    title: "Not sent again yet",
    description: "Please wait a minute before asking for another email.",
  },
  failed: {
    title: "Error Sending Email",
    description: "Could not send the confirmation email. Please try again.",
    variant: "destructive",
  },
} satisfies Record<ResendOutcome, ToastMessage>;
