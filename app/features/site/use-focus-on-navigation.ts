import { useEffect } from "react";
import { useLocation } from "react-router";

// Not a ref: an error page remounts the layout but is not the first page of the visit.
let lastPathname: string | null = null;

/**
 * Moves the focus to the title of a new page, as after a page load, unless the page has already set the focus. Otherwise it would
 * stay on the clicked link.
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
