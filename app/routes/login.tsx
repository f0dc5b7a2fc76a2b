import type { Route } from "./+types/login";
import { AccountsRequired } from "~/features/account/accounts-required";
import { LogInForm } from "~/features/account/log-in-form";
import { pageMeta } from "~/features/site/page-meta";
import { Page } from "~/ui/page";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Log in",
    description: "Log in to write reviews of the homes you rented.",
    isUnlisted: true,
  });
}

export default function LogInPage() {
  return (
    <Page title="Log in" width="narrow">
      <AccountsRequired>
        <LogInForm />
      </AccountsRequired>
    </Page>
  );
}
