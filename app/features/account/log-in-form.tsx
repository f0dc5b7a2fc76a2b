import { useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { serviceToast, showAccountToast } from "./account-toast";
import { useAuth } from "./auth-provider";
import { EmailField, PasswordField } from "./credential-fields";
import { LOG_IN_TOASTS, logIn } from "./log-in";
import { accountReason, type ArrivalState, LogInNotice } from "./log-in-notice";
import { useAccountForm } from "./use-account-form";
import { takeRememberedPage } from "~/data/page-to-return-to";
import { checkLogIn } from "~/domain/account-check";
import { localPath } from "~/domain/local-path";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { useIsHydrated } from "~/ui/use-is-hydrated";

/** Logs in and returns to the page that required it. (spec 2) */
export function LogInForm() {
  const { user, isLoading } = useAuth();
  const { search } = useLocation();
  const { signedUpEmail = null, resetEmail, isLinkRefused } = useArrivalState();
  const navigate = useNavigate();
  const [unconfirmedEmail, setUnconfirmedEmail] = useState<string | null>(null);
  const next = localPath(new URLSearchParams(search).get("next"));

  const { formProps, isBusy, errorOf } = useAccountForm<"email" | "password">({
    check: checkLogIn,
    async send(values) {
      const outcome = await logIn(values, { isOnline: navigator.onLine });
      showAccountToast(serviceToast(LOG_IN_TOASTS, outcome));
      setUnconfirmedEmail(outcome === "email-not-confirmed" ? values.email : null);
      if (outcome === "logged-in") {
        takeRememberedPage(new Date());
        await navigate(next, { replace: true });
        return "leaving";
      }
      return outcome === "wrong-credentials" ? [{ field: "password", code: outcome }] : [];
    },
  });

  // A user with an unconfirmed email is not redirected: the notice above the form says what to do.
  if (user?.emailConfirmedAt && !isBusy) return <Navigate to={next} replace />;
  const waitingEmail = unconfirmedEmail ?? signedUpEmail;
  // A page that needs an account redirects mostly visitors without one, so the button to create it is the main one.
  const isWall = accountReason(next) !== undefined && waitingEmail === null;

  return (
    <>
      <LogInNotice next={next} waitingEmail={waitingEmail} resetEmail={resetEmail} isLinkRefused={isLinkRefused} />
      <form {...formProps}>
        <fieldset disabled={isBusy} className="grid gap-5">
          <EmailField error={errorOf("email")} />
          <PasswordField label="Password" name="password" autoComplete="current-password" error={errorOf("password")} />
          {/* Before hydration the form has no handler. */}
          <Button type="submit" variant={isWall ? "secondary" : "primary"} disabled={isLoading}>
            {isBusy ? "Please wait..." : "Log In"}
          </Button>
        </fieldset>
      </form>
      <p className="mt-4">
        <Link to="/forgot-password" className="link inline-flex min-h-target items-center">
          Forgot your password?
        </Link>
      </p>
      {!isWall && (
        <p>
          Don't have an account?{" "}
          <Link to={{ pathname: "/signup", search }} className="link inline-flex min-h-target items-center">
            Sign up
          </Link>
        </p>
      )}
    </>
  );
}

/** Returns the state of the history entry; empty on the server and while hydrating. */
function useArrivalState(): ArrivalState {
  const { state } = useLocation() as { state: ArrivalState | null };
  return (useIsHydrated() && state) || {};
}
