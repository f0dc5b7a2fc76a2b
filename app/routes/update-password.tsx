import type { Route } from "./+types/update-password";
import { AccountsRequired } from "~/features/account/accounts-required";
import { UpdatePasswordForm } from "~/features/account/update-password-form";
import { pageMeta } from "~/features/site/page-meta";
import { Page } from "~/ui/page";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { mayHoldToken: true };

export function meta(args: Route.MetaArgs) {
  return [
    ...pageMeta(args, {
      title: "Set a new password",
      description: "Set a new password with the link from your email.",
      isUnlisted: true,
    }),
    // The URL may carry a recovery token.
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
