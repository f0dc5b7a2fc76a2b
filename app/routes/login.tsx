import type { Route } from "./+types/login";
import { AccountsRequired } from "~/features/account/accounts-required";
import { LogInForm } from "~/features/account/log-in-form";
import { Page } from "~/ui/page";

export function meta(): Route.MetaDescriptors {
  return [{ title: "Log in · GharSach" }, { name: "robots", content: "noindex" }];
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
