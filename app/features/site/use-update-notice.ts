import { useEffect } from "react";
import { showToast } from "~/ui/toast";

/**
 * Says so when a part of this page's program is gone from the server, as after a new version of the site: only loading the
 * page again helps then. Vite tells of every part that could not be loaded; while the site itself does not answer, it is
 * the connection, which the component that needs the chunk reports.
 */
export function useUpdateNotice(): void {
  useEffect(() => {
    let isTold = false;
    async function tell() {
      const isSiteThere = await fetch("", { method: "HEAD" }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isTold || !isSiteThere) return;
      isTold = true;
      showToast({
        title: "This page is out of date",
        description:
          "Reload it to continue. A review you are writing is kept, with its photos if this device has space.",
        duration: Infinity,
        action: { label: "Reload", onClick: () => window.location.reload() },
      });
    }
    window.addEventListener("vite:preloadError", tell);
    return () => window.removeEventListener("vite:preloadError", tell);
  }, []);
}
