import { failedWith, type ServiceOutcome } from "./service-message";
import * as accounts from "~/data/accounts";
import type { ToastMessage } from "~/ui/toast";

type ResetRequestOutcome = "sent" | "failed";

/** Asks for a reset e-mail. The outcome does not reveal whether the address has an account. (spec 4, 8) */
export async function requestPasswordReset(email: string): Promise<ServiceOutcome<ResetRequestOutcome>> {
  try {
    await accounts.sendPasswordResetEmail(email);
    return "sent";
  } catch (error) {
    if (isSecondEmailWithinAMinute(error)) return "sent";
    return failedWith(error);
  }
}

// Hosted projects refuse a second e-mail within a minute only where there is an account. An e-mail has just gone out then, so
// the neutral sentence is true, and the refusal would disclose the account. Supabase has the same code for the limit of
// the whole project, where no e-mail went out: only the message tells them apart.
function isSecondEmailWithinAMinute(error: unknown): boolean {
  return (
    error instanceof accounts.AccountError &&
    error.code === "over_email_send_rate_limit" &&
    error.message.startsWith("For security purposes")
  );
}

export const RESET_REQUEST_TOASTS = {
  sent: {
    title: "Check Your Email",
    description: "If an account exists for this email, you will receive instructions to reset your password shortly.",
    duration: 7000,
  },
  failed: {
    title: "Error Sending Email",
    description: "Could not send password reset email. Please try again.",
    variant: "destructive",
  },
} satisfies Record<ResetRequestOutcome, ToastMessage>;
