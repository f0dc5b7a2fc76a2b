import type { ReactNode } from "react";
import { useAuth } from "./auth-provider";
import { Notice } from "~/ui/notice";

/** Stands around every account page and says so where there can be no accounts. (spec 1) */
export function AccountsRequired({ children }: { children: ReactNode }) {
  const { isAvailable } = useAuth();
  if (!isAvailable) {
    return (
      <Notice>
        Accounts are unavailable: this site runs without a database. Reviews are kept in this browser only, and need no
        account.
      </Notice>
    );
  }
  return (
    <>
      <noscript>
        <Notice tone="error" className="mb-6">
          Accounts need JavaScript. Please switch it on and load this page again.
        </Notice>
      </noscript>
      {/* Without JavaScript nothing in here would ever work, or end. */}
      <div className="noscript:hidden">{children}</div>
    </>
  );
}
