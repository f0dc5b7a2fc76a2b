import { type ComponentProps, useSyncExternalStore } from "react";
import { Link as RouterLink, NavLink as RouterNavLink } from "react-router";

// Links prefetch the page on hover, touch and focus; for pages with a clientLoader only the code, and their data loads on navigation.
// Offline they prefetch nothing: if a chunk fails to load, the router reloads the page, and the browser's offline error would replace it.

/**
 * A link inside the site. Links with a query (filters, forms, log-ins) are `nofollow`, because their combinations are endless.
 * Links to the next page of a list pass `rel="next"`.
 */
export function Link(props: ComponentProps<typeof RouterLink>) {
  const { to } = props;
  // `to` is a path, or an object with its parts.
  const hasQuery = JSON.stringify(to).includes("?");
  return <RouterLink prefetch={useIsOnline() ? "intent" : "none"} rel={hasQuery ? "nofollow" : undefined} {...props} />;
}

/** A link of a menu, with `aria-current` if it leads to the current page. */
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
