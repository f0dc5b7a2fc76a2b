import type { Route } from "./+types/auth-callback";
import { EmailConfirmation } from "~/features/account/email-confirmation";
import { pageMeta } from "~/features/site/page-meta";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { mayHoldToken: true };

export function meta(args: Route.MetaArgs) {
  return [
    ...pageMeta(args, {
      title: "Confirm your email",
      description: "The link from your email confirms your account here.",
      isUnlisted: true,
    }),
    // The URL may carry a confirmation token.
    { name: "referrer", content: "no-referrer" },
  ];
}

export default function AuthCallbackPage() {
  return <EmailConfirmation />;
}
