import type { Route } from "./+types/signup";
import { AccountsRequired } from "~/features/account/accounts-required";
import { SignUpForm } from "~/features/account/sign-up-form";
import { pageMeta } from "~/features/site/page-meta";
import { Page } from "~/ui/page";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Create an account",
    description: "An account lets you review the homes you rented. Your email address is never published.",
  });
}

export default function SignUpPage() {
  return (
    <Page
      title="Create an account"
      intro="You need one to write reviews. Your email address is never published."
      width="narrow"
    >
      <AccountsRequired>
        <SignUpForm />
      </AccountsRequired>
    </Page>
  );
}
