import type { Route } from "./+types/update-password";
import { AccountsRequired } from "~/features/account/accounts-required";
import { UpdatePasswordForm } from "~/features/account/update-password-form";
import { Page } from "~/ui/page";

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Set a new password · GharSach" },
    { name: "robots", content: "noindex" },
    // The address may carry a recovery token.
    { name: "referrer", content: "no-referrer" },
  ];
}

export default function UpdatePasswordPage() {
  return (
    <Page title="Set a new password" width="narrow">
      <AccountsRequired>
        <UpdatePasswordForm />
      </AccountsRequired>
    </Page>
  );
}
