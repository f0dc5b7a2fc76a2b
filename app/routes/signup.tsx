import type { Route } from "./+types/signup";
import { AccountsRequired } from "~/features/account/accounts-required";
import { SignUpForm } from "~/features/account/sign-up-form";
import { Page } from "~/ui/page";

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Create an account · GharSach" },
    {
      name: "description",
      content: "An account lets you review the homes you rented. Your email address is never published.",
    },
  ];
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
