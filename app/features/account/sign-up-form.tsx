import { Navigate, useLocation, useNavigate } from "react-router";
import { type FieldFault, PASSWORD_HINT } from "./account-form-wording";
import { showAccountToast } from "./account-toast";
import { useAuth } from "./auth-provider";
import { EmailField, PasswordField } from "./credential-fields";
import type { ArrivalState } from "./log-in-notice";
import { SIGN_UP_TOASTS, signUp, type SignUpOutcome } from "./sign-up";
import { useAccountForm } from "./use-account-form";
import { rememberPage } from "~/data/page-to-return-to";
import { checkSignUp } from "~/domain/account-check";
import { localPath, loginPath } from "~/domain/local-path";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { Spinner } from "~/ui/spinner";

/** Creates an account. (spec 2, 4) */
export function SignUpForm() {
  const { user, isLoading } = useAuth();
  const { search } = useLocation();
  const navigate = useNavigate();
  const next = localPath(new URLSearchParams(search).get("next"));

  const { formProps, isBusy, errorOf } = useAccountForm<"email" | "password">({
    check: checkSignUp,
    async send(values) {
      const outcome = await signUp(values, { isOnline: navigator.onLine });
      showAccountToast(SIGN_UP_TOASTS[outcome]);
      const isEmailSent = outcome === "confirm-email" || outcome === "almost-complete";
      if (isEmailSent) rememberPage(next, new Date());
      const destination = destinationAfter(outcome, next);
      if (destination === null) return fieldsAtFault(outcome);
      const state: ArrivalState | null = isEmailSent ? { signedUpEmail: values.email.trim() } : null;
      await navigate(destination, { replace: true, state });
      return "leaving";
    },
  });

  if (user && !isBusy) return <Navigate to={next} replace />;
  // As high as the form, so that nothing moves.
  if (isLoading) return <Spinner label="One moment, please..." className="min-h-120 sm:min-h-114.5 items-start" />;

  return (
    <>
      <form {...formProps}>
        <fieldset disabled={isBusy} className="grid gap-5">
          <EmailField error={errorOf("email")} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            error={errorOf("password")}
          />
          <p className="text-sm text-ink-muted">
            By signing up you confirm that you are 18 or older and accept the{" "}
            <Link to="/terms" target="_blank" className="link">
              Terms
            </Link>{" "}
            and{" "}
            <Link to="/privacy" target="_blank" className="link">
              Privacy
            </Link>
            : we keep your email, and your password in a form that no one can read, to log you in and to email you,
            until you delete the account, or longer if Privacy says so.
          </p>
          <Button type="submit">{isBusy ? "Please wait..." : "Sign Up"}</Button>
        </fieldset>
      </form>
      <p className="mt-4">
        Already have an account?{" "}
        <Link to={loginPath(next)} className="link inline-flex min-h-target items-center">
          Log in
        </Link>
      </p>
    </>
  );
}

function destinationAfter(outcome: SignUpOutcome, next: string): string | null {
  switch (outcome) {
    case "signed-in":
      return next;
    case "confirm-email":
    case "almost-complete":
    case "already-registered":
      return loginPath(next);
    default:
      return null;
  }
}

function fieldsAtFault(outcome: SignUpOutcome): FieldFault[] {
  if (outcome === "email-refused") return [{ field: "email", code: outcome }];
  return outcome === "password-refused" ? [{ field: "password", code: outcome }] : [];
}
