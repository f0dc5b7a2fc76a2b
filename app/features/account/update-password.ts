import { serviceMessage } from "./service-message";
import * as accounts from "~/data/accounts";
import { type EmailLink, removeStoredEmailToken } from "~/data/email-link";
import type { ToastMessage } from "~/ui/toast";

export type UpdatePasswordOutcome =
  { outcome: "updated" } | { outcome: "invalid-link" } | { outcome: "failed"; message: string };

/**
 * Uses up the link from the mail, as soon as its page opens: an invalid one is reported before a password is typed. Without a link, one
 * was opened in this tab before. (spec 11)
 */
export async function openRecoveryLink(
  link: EmailLink | null,
): Promise<{ outcome: "open" } | Exclude<UpdatePasswordOutcome, { outcome: "updated" }>> {
  if (link?.kind !== "token") return { outcome: "open" };
  try {
    await accounts.openRecoveryLink(link.token);
  } catch (error) {
    if (!accounts.isRefusal(error)) return { outcome: "failed", message: serviceMessage(error) };
    removeStoredEmailToken();
    return { outcome: "invalid-link" };
  }
  removeStoredEmailToken();
  return { outcome: "open" };
}

/** Sets the password of the account whose link was opened, and ends all its sessions. (spec 4) */
export async function updatePassword(newPassword: string): Promise<UpdatePasswordOutcome> {
  try {
    await accounts.setPasswordByLink(newPassword);
  } catch (error) {
    return isTooLate(error) ? { outcome: "invalid-link" } : { outcome: "failed", message: serviceMessage(error) };
  }
  return { outcome: "updated" };
}

/** The link was opened so long ago that what it opened has ended. */
function isTooLate(error: unknown): boolean {
  if (!(error instanceof accounts.AccountError)) return false;
  return error.code === accounts.CURRENT_PASSWORD_NEEDED || error.status === 401 || error.status === 403;
}

/** The service's code for a link that was used, or is too old. */
export const LINK_EXPIRED = "otp_expired";

/** `message` is the service's own, or empty; of a link the code. (spec 8) */
export const UPDATE_PASSWORD_TOASTS = {
  updated: () => ({
    title: "Password Updated",
    description: "Please log in with your new password.",
    duration: 5000,
  }),
  "invalid-link": (code) => ({
    title: "Password Reset Error",
    // Anybody can write an address, so no words are taken from it.
    description:
      code === LINK_EXPIRED
        ? "This link has already been used, or is older than an hour. Ask for a new one."
        : "Invalid or expired recovery link.",
    duration: 7000,
    variant: "destructive",
  }),
  failed: (message) => ({
    title: "Password Update Failed",
    description: message || "Could not update password. The link may have expired or an error occurred.",
    variant: "destructive",
  }),
} satisfies Record<UpdatePasswordOutcome["outcome"], (message: string) => ToastMessage>;
