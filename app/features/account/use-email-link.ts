import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import {
  forgetEmailToken,
  hideEmailLink,
  keepEmailToken,
  keptEmailToken,
  readEmailLink,
  type EmailLink,
} from "~/data/accounts";

/**
 * What the link in an e-mail brought to this page; null on the server, which never sees the fragment, and in the first
 * render. The address bar is cleaned at once; the router keeps the address that it started with, and this tab keeps an
 * unused link for when the page is loaded again.
 */
export function useEmailLink(): EmailLink | null {
  const { pathname, search, hash } = useLocation();
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const link = useMemo(
    () => (isInBrowser ? linkOf(pathname, { search, hash }) : null),
    [isInBrowser, pathname, search, hash],
  );

  useEffect(() => {
    if (!link || link.kind === "none") return;
    if (link.kind === "token") keepEmailToken(pathname, link.token);
    else forgetEmailToken();
    hideEmailLink();
  }, [link, pathname]);

  return link;
}

/** The link in the address, or else the one that this tab came with before. */
function linkOf(pathname: string, address: { search: string; hash: string }): EmailLink {
  const link = readEmailLink(address);
  if (link.kind !== "none") return link;
  const token = keptEmailToken(pathname);
  return token ? { kind: "token", token } : link;
}

function neverChanges() {
  return () => {};
}
