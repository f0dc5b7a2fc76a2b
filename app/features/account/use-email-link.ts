import { useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import {
  type EmailLink,
  hideEmailLink,
  readEmailLink,
  removeStoredEmailToken,
  storedEmailToken,
  storeEmailToken,
} from "~/data/email-link";
import { useIsHydrated } from "~/ui/use-is-hydrated";

/**
 * Returns the email link that opened this page; null on the server, which does not get the fragment, and while hydrating. Removes
 * the link from the address bar; the router keeps the original URL, and session storage keeps an unused token for reloads.
 */
export function useEmailLink(): EmailLink | null {
  const { pathname, search, hash } = useLocation();
  const isHydrated = useIsHydrated();
  const link = useMemo(
    () => (isHydrated ? linkOf(pathname, { search, hash }) : null),
    [isHydrated, pathname, search, hash],
  );

  useEffect(() => {
    if (!link || link.kind === "none") return;
    if (link.kind === "token") storeEmailToken(pathname, link.token);
    else removeStoredEmailToken();
    hideEmailLink();
  }, [link, pathname]);

  return link;
}

/** Returns the link in the URL, or else the stored one. */
function linkOf(pathname: string, address: { search: string; hash: string }): EmailLink {
  const link = readEmailLink(address);
  if (link.kind !== "none") return link;
  const token = storedEmailToken(pathname);
  return token ? { kind: "token", token } : link;
}
