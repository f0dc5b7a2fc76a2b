import { type ComponentProps, useSyncExternalStore } from "react";
import { Link as RouterLink, NavLink as RouterNavLink } from "react-router";

// Both prefetch their page on hover, touch and focus. Of pages with a clientLoader (start, the list, a home) only the code is
// prefetched; their reviews are always fetched on navigation.
// Not offline: the router reloads the page when a chunk cannot be fetched, even one that was only prefetched, which would
// replace the current page with the browser's own offline error.

/**
 * A link inside the site. Crawlers are asked not to follow a query (a filter, a form to fill in, a log-in that returns here): its
 * combinations are endless. A link to the next page of a list passes `rel="next"` instead.
 */
export function Link(props: ComponentProps<typeof RouterLink>) {
  const { to } = props;
  // As text or in parts.
  const hasQuery = JSON.stringify(to).includes("?");
  return <RouterLink prefetch={useIsOnline() ? "intent" : "none"} rel={hasQuery ? "nofollow" : undefined} {...props} />;
}

/** A link of a menu, which says whether it leads to the page that is shown. */
export function NavLink(props: ComponentProps<typeof RouterNavLink>) {
  return <RouterNavLink prefetch={useIsOnline() ? "intent" : "none"} {...props} />;
}

function useIsOnline(): boolean {
  return useSyncExternalStore(followConnection, isOnline, () => true);
}

function followConnection(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

function isOnline(): boolean {
  return navigator.onLine;
}
