import type { ComponentProps } from "react";
import { Link as RouterLink, NavLink as RouterNavLink } from "react-router";

// Both fetch the page they lead to once a visitor is about to follow them: the pointer rests on one, a finger comes down on
// it or the keyboard reaches it. Of pages with a clientLoader (Home, the list) that is their code; the reviews on them are
// always read anew.

/** A link inside the site. */
export function Link(props: ComponentProps<typeof RouterLink>) {
  return <RouterLink prefetch="intent" {...props} />;
}

/** A link of a menu, which says whether it leads to the page that is shown. */
export function NavLink(props: ComponentProps<typeof RouterNavLink>) {
  return <RouterNavLink prefetch="intent" {...props} />;
}
