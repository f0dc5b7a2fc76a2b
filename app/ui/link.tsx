import { type ComponentProps, useSyncExternalStore } from "react";
import { Link as RouterLink, NavLink as RouterNavLink } from "react-router";

// Both fetch the page they lead to once a visitor is about to follow them: the pointer rests on one, a finger comes down on
// it or the keyboard reaches it. Of pages with a clientLoader (Home, the list) that is their code; the reviews on them are
// always read anew.
// Not offline: the router answers code that cannot be fetched by loading the page anew, even for a link that was only
// pointed at, and of the page at hand the browser's own "no internet" would be left.

/** A link inside the site. */
export function Link(props: ComponentProps<typeof RouterLink>) {
  return <RouterLink prefetch={useIsOnline() ? "intent" : "none"} {...props} />;
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
