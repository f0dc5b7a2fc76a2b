import { failedWith, type ServiceOutcome } from "./service-message";
import * as accounts from "~/data/accounts";
import type { ToastMessage } from "~/ui/toast";

type ChangePasswordOutcome = "updated" | "failed";

/** Sets another password in place of the current one; the account service ends the sessions of other devices. (spec 11) */
export async function changePassword(
  newPassword: string,
  currentPassword: string,
): Promise<ServiceOutcome<ChangePasswordOutcome>> {
  try {
    await accounts.updateUserPassword(newPassword, currentPassword);
    return "updated";
  } catch (error) {
    return failedWith(error);
  }
}

export const CHANGE_PASSWORD_TOASTS = {
  updated: {
    title: "Password Changed",
    description: "You stay logged in here and are logged out everywhere else.",
  },
  failed: {
    title: "Password Not Changed",
    description: "Could not change the password. Please try again.",
    variant: "destructive",
  },
} satisfies Record<ChangePasswordOutcome, ToastMessage>;
