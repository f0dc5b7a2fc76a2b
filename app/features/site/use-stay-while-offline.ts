import { useEffect } from "react";
import { showToast } from "~/ui/toast";

/**
 * Keeps the visitor on the current page while the device is offline: the next page could not load, and what they chose here, such
 * as photos, would be lost. The back button still works.
 */
export function useStayWhileOffline(): void {
  useEffect(() => {
    // Runs before the router, which ignores clicks whose default was prevented.
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
