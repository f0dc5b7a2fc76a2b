import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After a link the browser would leave the focus on what was clicked and say nothing. It goes to the new page's title
 * instead, as after an ordinary page load, unless the new page has already put it somewhere.
 */
export function useFocusOnNavigation() {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    const main = document.getElementById("main");
    if (!main || main.contains(document.activeElement)) return;
    const target = main.querySelector("h1") ?? main;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
}
