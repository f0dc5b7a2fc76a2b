import type { Route } from "./+types/account";
import { AccountSettings } from "~/features/account/account-settings";
import { AccountsRequired } from "~/features/account/accounts-required";
import { useAuth } from "~/features/account/auth-provider";
import { RequireSignIn } from "~/features/account/require-sign-in";
import { MyFollows } from "~/features/follow/my-follows";
import { MyReviews } from "~/features/my-reviews/my-reviews";
import { pageMeta } from "~/features/site/page-meta";
import { Page } from "~/ui/page";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Your account",
    description: "Your reviews, replies and complaints, what you follow, your data and your password.",
    isUnlisted: true,
  });
}

// The page is the same for every visitor until the browser knows the account. Account data is never cached.
export default function AccountPage() {
  const { user, hasAccounts } = useAuth();
  return (
    <Page title="Your account" width="prose">
      {hasAccounts ? (
        <RequireSignIn what="Accounts need">
          {user && (
            <div className="grid gap-12">
              <p className="-mt-2 wrap-anywhere text-ink-muted">
                Logged in as <bdi>{user.email}</bdi>. Only you can see this page.
              </p>
              <MyReviews key={user.id} />
              <MyFollows key={`follows ${user.id}`} userId={user.id} />
              <AccountSettings user={user} />
            </div>
          )}
        </RequireSignIn>
      ) : (
        <AccountsRequired>{null}</AccountsRequired>
      )}
    </Page>
  );
}
