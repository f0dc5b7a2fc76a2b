import { serviceMessage } from "./service-message";
import * as accounts from "~/data/accounts";
import type { ToastMessage } from "~/ui/toast";

export type ChangePasswordOutcome = { outcome: "updated" } | { outcome: "failed"; message: string };

/** Sets another password in place of the current one; the account service ends the sessions of other devices. (spec 11) */
export async function changePassword(newPassword: string, currentPassword: string): Promise<ChangePasswordOutcome> {
  try {
    await accounts.updateUserPassword(newPassword, currentPassword);
    return { outcome: "updated" };
  } catch (error) {
    return { outcome: "failed", message: serviceMessage(error) };
  }
}

/** `message` is the service's own, or empty. */
export const CHANGE_PASSWORD_TOASTS = {
  updated: () => ({
    title: "Password Changed",
    description: "You stay logged in here and are logged out everywhere else.",
  }),
  failed: (message) => ({
    title: "Password Not Changed",
    description: message || "Could not change the password. Please try again.",
    variant: "destructive",
  }),
} satisfies Record<ChangePasswordOutcome["outcome"], (message: string) => ToastMessage>;
