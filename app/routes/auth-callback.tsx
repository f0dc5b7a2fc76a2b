import type { Route } from "./+types/auth-callback";
import { EmailConfirmation } from "~/features/account/email-confirmation";

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Confirm your email · GharSach" },
    { name: "robots", content: "noindex" },
    // The address may carry a confirmation token.
    { name: "referrer", content: "no-referrer" },
  ];
}

export default function AuthCallbackPage() {
  return <EmailConfirmation />;
}
