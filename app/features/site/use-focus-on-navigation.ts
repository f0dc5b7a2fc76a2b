import { useEffect } from "react";
import { useLocation } from "react-router";

// Not a ref: an error page remounts the layout, and must not count as the first page of a visit.
let lastPathname: string | null = null;

/**
 * After a link the browser would leave the focus on what was clicked and say nothing. It goes to the new page's title
 * instead, as after an ordinary page load, unless the new page has already put it somewhere.
 */
export function useFocusOnNavigation() {
  const { pathname } = useLocation();

  useEffect(() => {
    const isFirstPage = lastPathname === null;
    if (lastPathname === pathname) return;
    lastPathname = pathname;
    if (isFirstPage) return;
    const main = document.getElementById("main");
    if (!main || main.contains(document.activeElement)) return;
    const target = main.querySelector("h1") ?? main;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
}
