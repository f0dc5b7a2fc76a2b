import type { Route } from "./+types/forgot-password";
import { AccountsRequired } from "~/features/account/accounts-required";
import { RequestResetForm } from "~/features/account/request-reset-form";
import { Page } from "~/ui/page";

export function meta(): Route.MetaDescriptors {
  return [{ title: "Forgot your password? · GharSach" }, { name: "robots", content: "noindex" }];
}

export default function ForgotPasswordPage() {
  return (
    <Page title="Forgot your password?" intro="We send you a link to set a new one." width="narrow">
      <AccountsRequired>
        <RequestResetForm />
      </AccountsRequired>
    </Page>
  );
}
