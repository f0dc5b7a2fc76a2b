import type { Route } from "./+types/signup";
import { AccountsRequired } from "~/features/account/accounts-required";
import { useAuth } from "~/features/account/auth-provider";
import { SignUpForm } from "~/features/account/sign-up-form";
import { pageMeta } from "~/features/site/page-meta";
import { Page } from "~/ui/page";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Create an account",
    description:
      "An account lets you review the homes you rented, or answer reviews of yours. Your email address is never published.",
  });
}

export default function SignUpPage() {
  const { hasAccounts } = useAuth();
  const intro = hasAccounts
    ? "You need one to write a review or to answer one. Your email address is never published."
    : undefined;
  return (
    <Page title="Create an account" intro={intro} width="narrow">
      <AccountsRequired>
        <SignUpForm />
      </AccountsRequired>
    </Page>
  );
}
