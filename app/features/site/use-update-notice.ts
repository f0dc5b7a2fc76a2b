import { useEffect } from "react";
import { showToast } from "~/ui/toast";

/**
 * Shows a notice if a chunk is missing on the server, as after a deployment: only a reload helps. Vite reports every chunk that
 * failed to load. If the site does not respond at all, the component that needs the chunk reports a lost connection instead.
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
