import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { PASSWORD_HINT } from "./account-form-wording";
import { showAccountToast } from "./account-toast";
import { useAuth } from "./auth-provider";
import { openRecoveryLink, openRecoverySession, UPDATE_PASSWORD_TOASTS, updatePassword } from "./update-password";
import { PasswordField } from "./password-field";
import { useAccountForm } from "./use-account-form";
import { useEmailLink } from "./use-email-link";
import { type EmailLink, type EmailToken, removeStoredEmailToken } from "~/data/email-link";
import type { AccountUser } from "~/data/session";
import { checkNewPassword } from "~/domain/account-check";
import { Button } from "~/ui/button";
import { Spinner } from "~/ui/spinner";

/** What a person may set a password with: the link of a mail, still unused, or their own session. */
type Access = { kind: "link"; token: EmailToken } | { kind: "session" };

/** Sets a new password, for people with a link from the mail and for those who are signed in. (spec 2, 4) */
export function UpdatePasswordForm() {
  const navigate = useNavigate();
  const access = useRecoveryAccess();
  const openLink = useOpenLink(access);

  const { formProps, isBusy, errorOf } = useAccountForm<"newPassword" | "confirmPassword">({
    check: checkNewPassword,
    async send({ newPassword }) {
      const link = await openLink();
      if (link.outcome === "invalid-link") return "leaving";
      const result = link.outcome === "failed" ? link : await updatePassword(newPassword);
      showAccountToast(UPDATE_PASSWORD_TOASTS[result.outcome](result.outcome === "failed" ? result.message : ""));
      if (result.outcome === "failed") return [];
      await navigate("/login", { replace: true });
      return "leaving";
    },
  });

  // As high as the form, so that nothing moves when it comes.
  if (!access) return <Spinner label="Checking your link..." className="min-h-72 items-start" />;

  return (
    <form {...formProps}>
      <fieldset disabled={isBusy} className="grid gap-5">
        <PasswordField
          label="New Password"
          name="newPassword"
          onFocus={() => void openLink()}
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

/** Uses up the link once; a try without an answer may be repeated. An invalid link is explained, and leads to the log-in page. */
function useOpenLink(access: Access | null) {
  const refuse = useRefusal();
  const opening = useRef<ReturnType<typeof openRecoveryLink> | null>(null);

  async function open(token: EmailToken) {
    const link = await openRecoveryLink(token);
    if (link.outcome === "failed") opening.current = null;
    if (link.outcome === "invalid-link") refuse("");
    return link;
  }

  return () => {
    if (access?.kind !== "link") return Promise.resolve({ outcome: "open" } as const);
    opening.current ??= open(access.token);
    return opening.current;
  };
}

/** `description` is the service's own, or empty. */
function useRefusal() {
  const navigate = useNavigate();
  return useCallback(
    (description: string) => {
      removeStoredEmailToken();
      showAccountToast(UPDATE_PASSWORD_TOASTS["invalid-link"](description));
      void navigate("/login", { replace: true });
    },
    [navigate],
  );
}

/** Null until it is known; without a session, a toast says so and the log-in page opens. Once granted, it stays. */
function useRecoveryAccess(): Access | null {
  const refuse = useRefusal();
  const { user, isLoading } = useAuth();
  const link = useEmailLink();
  const [granted, setGranted] = useState<Access | null>(null);
  // What is done once per visit, also when strict mode runs the effect twice.
  const hasStarted = useRef(false);

  const offered = offeredAccess(link, user);
  if (offered && !granted) setGranted(offered);

  useEffect(() => {
    if (!link || offered || granted || hasStarted.current) return;
    if (link.kind === "none" && isLoading) return;
    hasStarted.current = true;

    if (link.kind === "session") {
      void openRecoverySession(link.hash).then((isOpen) => (isOpen ? setGranted({ kind: "session" }) : refuse("")));
    } else {
      refuse(link.kind === "error" ? link.description : "");
    }
  }, [link, offered, granted, isLoading, refuse]);

  return granted;
}

function offeredAccess(link: EmailLink | null, user: AccountUser | null): Access | null {
  if (link?.kind === "token" && link.token.type === "recovery") return { kind: "link", token: link.token };
  return link?.kind === "none" && user ? { kind: "session" } : null;
}
