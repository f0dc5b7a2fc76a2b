import type { Route } from "./+types/desk";
import { AccountsRequired } from "~/features/account/accounts-required";
import { useAuth } from "~/features/account/auth-provider";
import { logOut } from "~/features/account/log-out";
import { RequireSignIn } from "~/features/account/require-sign-in";
import { Desk } from "~/features/desk/desk";
import { pageMeta } from "~/features/site/page-meta";
import { Page } from "~/ui/page";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "The desk",
    description: "For the operators of this site.",
    isUnlisted: true,
  });
}

// The page is the same for all until the browser knows who is signed in; what it then reads is in no cache.
export default function DeskPage() {
  const { user } = useAuth();
  return (
    <Page title="The desk">
      <AccountsRequired>
        {/* Without a session it asks to log in, and returns here. */}
        <RequireSignIn>{user && <Desk key={user.id} onLogInAgain={() => void logOut()} />}</RequireSignIn>
      </AccountsRequired>
    </Page>
  );
}
