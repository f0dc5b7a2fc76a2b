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
 * The e-mail link that opened this page; null on the server, which never sees the fragment, and while hydrating. It is
 * removed from the address bar at once; the router keeps the address that it started with, and session storage an unused
 * token for reloads.
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

/** The link in the address, or else the stored one. */
function linkOf(pathname: string, address: { search: string; hash: string }): EmailLink {
  const link = readEmailLink(address);
  if (link.kind !== "none") return link;
  const token = storedEmailToken(pathname);
  return token ? { kind: "token", token } : link;
}
