import type { ReactNode } from "react";
import { useAuth } from "./auth-provider";
import { Notice } from "~/ui/notice";
import { WithoutScripts } from "~/ui/without-scripts";

/** Wraps the pages of accounts. Shows a notice instead on a site without accounts. (spec 1) */
export function AccountsRequired({ children }: { children: ReactNode }) {
  const { hasAccounts } = useAuth();
  if (!hasAccounts) {
    return (
      <Notice>
        Accounts are unavailable: this site runs without a database. Reviews are kept in this browser only, and need no
        account.
      </Notice>
    );
  }
  return <WithoutScripts what="Accounts need">{children}</WithoutScripts>;
}
