import type { Route } from "./+types/desk";
import { AccountsRequired } from "~/features/account/accounts-required";
import { useAuth } from "~/features/account/auth-provider";
import { showAccountToast } from "~/features/account/account-toast";
import { LOG_OUT_TOASTS, logOut } from "~/features/account/log-out";
import { RequireSignIn } from "~/features/account/require-sign-in";
import { serviceToast } from "~/features/account/account-toast";
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

/** Ends the session, so that the page asks for a log-in and returns here. */
async function logInAgain() {
  const outcome = await logOut();
  if (outcome !== "logged-out") showAccountToast(serviceToast(LOG_OUT_TOASTS, outcome));
}

// The page is the same for every visitor until the browser knows the account. Account data is never cached.
export default function DeskPage() {
  const { user } = useAuth();
  return (
    <Page title="The desk">
      <AccountsRequired>
        <RequireSignIn>
          {user && <Desk key={user.id} userId={user.id} onLogInAgain={() => void logInAgain()} />}
        </RequireSignIn>
      </AccountsRequired>
    </Page>
  );
}
