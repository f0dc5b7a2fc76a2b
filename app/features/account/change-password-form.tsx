import { useRef } from "react";
import { PASSWORD_HINT } from "./account-form-wording";
import { failedWith, type ServiceOutcome, serviceToast, showAccountToast } from "./account-toast";
import { confirmPassword } from "./log-in";
import { PasswordField } from "./credential-fields";
import { useAccountForm } from "./use-account-form";
import * as accounts from "~/data/accounts";
import { checkPasswordChange } from "~/domain/account-check";
import { Button } from "~/ui/button";
import type { ToastMessage } from "~/ui/toast";

/** Changes the password of a user who knows the current one. (spec 11) */
export function ChangePasswordForm({ email }: { email: string }) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const { formProps, isBusy, errorOf } = useAccountForm<"currentPassword" | "newPassword" | "confirmPassword">({
    check: checkPasswordChange,
    async send({ currentPassword, newPassword }) {
      const refused = await confirmPassword(email, currentPassword, { isOnline: navigator.onLine });
      if (refused) {
        if (refused.toast) showAccountToast(refused.toast);
        return refused.faults;
      }
      const outcome = await changePassword(newPassword, currentPassword);
      showAccountToast(serviceToast(CHANGE_PASSWORD_TOASTS, outcome));
      if (outcome === "updated") fields.current?.form?.reset();
      return [];
    },
  });

  return (
    <form {...formProps} aria-labelledby="change-password">
      <fieldset ref={fields} disabled={isBusy} className="grid gap-5">
        {/* Tells password managers which account the passwords belong to. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current Password"
          name="currentPassword"
          autoComplete="current-password"
          error={errorOf("currentPassword")}
        />
        <PasswordField
          label="New Password"
          name="newPassword"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          error={errorOf("newPassword")}
        />
        <PasswordField
          label="Confirm Password"
          name="confirmPassword"
          autoComplete="new-password"
          error={errorOf("confirmPassword")}
        />
        <Button type="submit" className="justify-self-start">
          {isBusy ? "Please wait..." : "Change Password"}
        </Button>
      </fieldset>
    </form>
  );
}

type ChangePasswordOutcome = "updated" | "failed";

/** Sets a new password. The account service ends the sessions of other devices. (spec 11) */
async function changePassword(
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

const CHANGE_PASSWORD_TOASTS = {
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
