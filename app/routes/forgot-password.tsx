import type { Route } from "./+types/forgot-password";
import { AccountsRequired } from "~/features/account/accounts-required";
import { RequestResetForm } from "~/features/account/request-reset-form";
import { pageMeta } from "~/features/site/page-meta";
import { Page } from "~/ui/page";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Forgot your password?",
    description: "Ask for a link by email and set a new password.",
    isUnlisted: true,
  });
}

export default function ForgotPasswordPage() {
  return (
    <Page title="Forgot your password?" intro="We will send you a link to set a new one." width="narrow">
      <AccountsRequired>
        <RequestResetForm />
      </AccountsRequired>
    </Page>
  );
}
