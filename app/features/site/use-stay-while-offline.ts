import { useEffect } from "react";
import { showToast } from "~/ui/toast";

/**
 * Keeps a visitor on the page that they have while their device is offline: behind a link the browser would find nothing,
 * and what they chose here, photos above all, would be gone with the page. Going back stays possible.
 */
export function useStayWhileOffline(): void {
  useEffect(() => {
    // Before the router handles the click: it ignores a click whose default was prevented.
    document.addEventListener("click", stayWhileOffline, true);
    return () => document.removeEventListener("click", stayWhileOffline, true);
  }, []);
}

function stayWhileOffline(event: MouseEvent): void {
  if (navigator.onLine || !(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
  event.preventDefault();
  showToast({
    title: "You are offline",
    description: "Open that page when you are back online. Nothing on this page is lost.",
    variant: "destructive",
  });
}
