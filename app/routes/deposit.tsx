import { useAuth } from "~/features/account/auth-provider";
import { DepositPage } from "~/features/deposit/deposit-page";
import stylesheet from "~/features/deposit/deposit.css?url";
import { pageMeta } from "~/features/site/page-meta";
import type { Route } from "./+types/deposit";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

// A separate file: no other page loads these styles.
export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: stylesheet }];
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Get your rental deposit back",
    description:
      "Handover lists with photos, letters to the owner in seven languages, and who decides in your city. Free, without an account, on your device only.",
  });
}

export default function DepositScreen() {
  const { hasAccounts } = useAuth();
  return <DepositPage hasAccounts={hasAccounts} />;
}
