import { useNavigate } from "react-router";
import { failedWith, type ServiceOutcome, serviceToast, showAccountToast } from "./account-toast";
import { useAuth } from "./auth-provider";
import { EmailField } from "./credential-fields";
import type { ArrivalState } from "./log-in-notice";
import { useAccountForm } from "./use-account-form";
import * as accounts from "~/data/accounts";
import { checkResetRequest } from "~/domain/account-check";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import type { ToastMessage } from "~/ui/toast";

/** Requests an email with a link to set a new password. (spec 2, 4) */
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

type ResetRequestOutcome = "sent" | "failed";

/** Requests a reset email. The outcome does not reveal whether the address has an account. (spec 4, 8) */
export async function requestPasswordReset(email: string): Promise<ServiceOutcome<ResetRequestOutcome>> {
  try {
    await accounts.sendPasswordResetEmail(email);
    return "sent";
  } catch (error) {
    if (isSecondEmailWithinAMinute(error)) return "sent";
    return failedWith(error);
  }
}

// Returns whether a hosted project refused a second email within a minute. It refuses only addresses with an account, so the refusal would
// disclose the account, and "sent" is true of the first email; the limit of the whole project has the same code but another message.
function isSecondEmailWithinAMinute(error: unknown): boolean {
  return (
    error instanceof accounts.AccountError &&
    error.code === "over_email_send_rate_limit" &&
    error.message.startsWith("For security purposes")
  );
}

export const RESET_REQUEST_TOASTS = {
  sent: {
    title: "Check Your Email",
    description: "If an account exists for this email, you will receive instructions to reset your password shortly.",
    duration: 7000,
  },
  failed: {
    title: "Error Sending Email",
    description: "Could not send password reset email. Please try again.",
    variant: "destructive",
  },
} satisfies Record<ResetRequestOutcome, ToastMessage>;
