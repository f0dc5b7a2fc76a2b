import type { Route } from "./+types/signup";
import { useLocation } from "react-router";
import { localPath } from "~/domain/local-path";
import { AccountsRequired } from "~/features/account/accounts-required";
import { useAuth } from "~/features/account/auth-provider";
import { accountReason } from "~/features/account/log-in-notice";
import { SignUpForm } from "~/features/account/sign-up-form";
import { NoticeLanguages } from "~/features/site/notice-languages";
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
  const next = localPath(new URLSearchParams(useLocation().search).get("next"));
  const reason = accountReason(next) ?? "You need one to write a review or to answer one.";
  const intro = hasAccounts ? `${reason} Your email address is never published.` : undefined;
  return (
    <Page title="Create an account" intro={intro} width="narrow">
      <AccountsRequired>
        <SignUpForm />
        <NoticeLanguages />
      </AccountsRequired>
    </Page>
  );
}
