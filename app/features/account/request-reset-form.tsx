import { useNavigate } from "react-router";
import { showAccountToast } from "./account-toast";
import { useAuth } from "./auth-provider";
import { EmailField } from "./email-field";
import type { ArrivalState } from "./log-in-notice";
import { requestPasswordReset, RESET_REQUEST_TOASTS } from "./request-password-reset";
import { serviceToast } from "./service-message";
import { useAccountForm } from "./use-account-form";
import { checkResetRequest } from "~/domain/account-check";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";

/** Asks for an e-mail with a link to set a new password. (spec 2, 4) */
export function RequestResetForm() {
  const { isLoading } = useAuth();
  const navigate = useNavigate();
  const { formProps, isBusy, errorOf } = useAccountForm<"email">({
    check: checkResetRequest,
    async send({ email }) {
      const outcome = await requestPasswordReset(email);
      showAccountToast(serviceToast(RESET_REQUEST_TOASTS, outcome));
      if (outcome !== "sent") return [];
      await navigate("/login", { replace: true, state: { resetEmail: email.trim() } satisfies ArrivalState });
      return "leaving";
    },
  });

  return (
    <>
      <form {...formProps}>
        <fieldset disabled={isBusy} className="grid gap-5">
          <EmailField error={errorOf("email")} />
          <Button type="submit" disabled={isLoading}>
            {isBusy ? "Please wait..." : "Send Reset Link"}
          </Button>
        </fieldset>
      </form>
      <p className="mt-4">
        <Link to="/login" className="link inline-flex min-h-target items-center">
          Back to log in
        </Link>
      </p>
    </>
  );
}
