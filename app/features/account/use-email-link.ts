import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { hideEmailLink, readEmailLink, type EmailLink } from "~/data/accounts";

/**
 * What the link in an e-mail brought to this page; null on the server, which never sees the fragment, and in the first
 * render. The address bar is cleaned at once; the router keeps the address that it started with.
 */
export function useEmailLink(): EmailLink | null {
  const { search, hash } = useLocation();
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const link = useMemo(() => (isInBrowser ? readEmailLink({ search, hash }) : null), [isInBrowser, search, hash]);

  useEffect(() => {
    if (link && link.kind !== "none") hideEmailLink();
  }, [link]);

  return link;
}

function neverChanges() {
  return () => {};
}
