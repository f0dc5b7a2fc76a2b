import { useCallback, useEffect, useRef, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { PASSWORD_HINT } from "./account-form-wording";
import { serviceToast, showAccountToast } from "./account-toast";
import { useAuth } from "./auth-provider";
import { openRecoveryLink, refusalOf, UPDATE_PASSWORD_TOASTS, updatePassword } from "./update-password";
import type { ArrivalState } from "./log-in-notice";
import { PasswordField } from "./credential-fields";
import { useAccountForm } from "./use-account-form";
import { useEmailLink } from "./use-email-link";
import { type EmailLink, removeStoredEmailToken } from "~/data/email-link";
import { hasLinkSession, linkSessionEmail } from "~/data/link-session";
import { checkNewPassword } from "~/domain/account-check";
import { Button } from "~/ui/button";
import { Spinner } from "~/ui/spinner";

/** Sets a new password with a link from an email, without signing in. (spec 2, 4, 11) */
export function UpdatePasswordForm() {
  const { user } = useAuth();
  const navigate = useNavigate();
  const link = useEmailLink();
  const { email, openLink, refuse } = useRecoveryLink(link);
  const isChecked = email !== null;

  const { formProps, isBusy, errorOf } = useAccountForm<"newPassword" | "confirmPassword">({
    check: checkNewPassword,
    async send({ newPassword }) {
      const opened = await openLink();
      const outcome = opened === "open" ? await updatePassword(newPassword) : opened;
      if (outcome === "link-used") {
        refuse(outcome);
        return "leaving";
      }
      showAccountToast(serviceToast(UPDATE_PASSWORD_TOASTS, outcome));
      if (outcome !== "updated") return [];
      await navigate("/login", { replace: true });
      return "leaving";
    },
  });

  // A signed-in user changes the password with the current one.
  if (user && link?.kind === "none" && !isChecked) return <Navigate to="/account#change-password" replace />;

  // As high as the form, so that nothing moves.
  if (!isChecked) return <Spinner label="Checking your link..." className="min-h-72 items-start" />;

  return (
    <form {...formProps}>
      <fieldset disabled={isBusy} className="grid gap-5">
        {/* Tells password managers which account the password belongs to. */}
        {email !== "" && <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />}
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
        <Button type="submit">{isBusy ? "Please wait..." : "Update Password"}</Button>
      </fieldset>
    </form>
  );
}

/**
 * Redeems the email link when its page opens; if the service did not respond, retries when the form is sent. If the link is
 * refused, shows why and opens the log-in page.
 */
function useRecoveryLink(link: EmailLink | null) {
  const navigate = useNavigate();
  const { user, isLoading } = useAuth();
  // The email of the account, "" if unknown; null until the link is checked.
  const [email, setEmail] = useState<string | null>(null);
  const opening = useRef<ReturnType<typeof openRecoveryLink> | null>(null);
  // Once per visit, also if strict mode runs the effect twice.
  const hasStarted = useRef(false);

  const refuse = useCallback(
    (refusal: "link-used" | "invalid-link") => {
      removeStoredEmailToken();
      showAccountToast(UPDATE_PASSWORD_TOASTS[refusal]);
      void navigate("/login", { replace: true, state: { isLinkRefused: true } satisfies ArrivalState });
    },
    [navigate],
  );

  const open = useCallback(() => {
    opening.current ??= openRecoveryLink(link).then((opened) => {
      if (typeof opened === "object") opening.current = null;
      return opened;
    });
    return opening.current;
  }, [link]);

  useEffect(() => {
    if (!link || hasStarted.current) return;
    const isOpen = link.kind === "none" && hasLinkSession();
    if (link.kind === "none" && !isOpen && (isLoading || user)) return;
    hasStarted.current = true;
    if (isOpen || (link.kind === "token" && link.token.type === "recovery")) {
      void open().then((outcome) => (outcome === "link-used" ? refuse(outcome) : setEmail(linkSessionEmail())));
    } else {
      refuse(refusalOf(link));
    }
  }, [link, open, refuse, isLoading, user]);

  return { email, openLink: open, refuse };
}
