import { serviceMessage } from "./service-message";
import * as accounts from "~/data/accounts";
import { type EmailToken, removeStoredEmailToken } from "~/data/email-link";
import type { ToastMessage } from "~/ui/toast";

export type UpdatePasswordOutcome =
  { outcome: "updated" } | { outcome: "invalid-link" } | { outcome: "failed"; message: string };

/**
 * Uses up the link from the mail. Called when its owner turns to the form: programs that open links in mails, even with
 * JavaScript, leave it intact, and an invalid link is reported before a password is typed.
 */
export async function openRecoveryLink(
  link: EmailToken,
): Promise<{ outcome: "open" } | Exclude<UpdatePasswordOutcome, { outcome: "updated" }>> {
  try {
    await accounts.verifyEmailLink(link);
  } catch (error) {
    if (!accounts.isRefusal(error)) return { outcome: "failed", message: serviceMessage(error) };
    removeStoredEmailToken();
    return { outcome: "invalid-link" };
  }
  removeStoredEmailToken();
  return { outcome: "open" };
}

/**
 * Sets the signed-in user's password and ends all sessions, so that one opened with the old password is out
 * as well. (spec 4)
 */
export async function updatePassword(newPassword: string): Promise<UpdatePasswordOutcome> {
  try {
    await accounts.updateUserPassword(newPassword);
  } catch (error) {
    return { outcome: "failed", message: serviceMessage(error) };
  }
  await endSessions();
  return { outcome: "updated" };
}

/**
 * Takes over the session that a hosted project put into the fragment of its recovery link. Resolves to whether it is
 * valid. (spec 4)
 */
export async function openRecoverySession(hash: string): Promise<boolean> {
  try {
    return (await accounts.setSessionFromFragment(hash)) !== null;
  } catch {
    return false;
  }
}

// The password is set; a session that could not be ended must not look like a failure.
async function endSessions(): Promise<void> {
  try {
    await accounts.logOut();
  } catch {
    await accounts.forgetSession().catch(() => {});
  }
}

/** `message` is the service's own, or empty. (spec 8) */
export const UPDATE_PASSWORD_TOASTS = {
  updated: () => ({
    title: "Password Updated",
    description: "Please log in with your new password.",
    duration: 5000,
  }),
  "invalid-link": (message) => ({
    title: "Password Reset Error",
    description: message || "Invalid or expired recovery link.",
    duration: 7000,
    variant: "destructive",
  }),
  failed: (message) => ({
    title: "Password Update Failed",
    description: message || "Could not update password. The link may have expired or an error occurred.",
    variant: "destructive",
  }),
} satisfies Record<UpdatePasswordOutcome["outcome"], (message: string) => ToastMessage>;
