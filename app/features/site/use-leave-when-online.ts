import { useEffect } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { showToast } from "~/ui/toast";

/**
 * Keeps a visitor on the page that they have while their device is offline: behind a link the browser would find nothing,
 * and what they chose here, photos above all, would be gone with the page. Going back stays possible.
 */
export function useLeaveWhenOnline(): void {
  const blocker = useBlocker(isLeavingOffline);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    showToast({
      title: "You are offline",
      description: "That page opens when the connection is back. Nothing on this one is lost.",
      variant: "destructive",
    });
  }, [blocker]);
}

const isLeavingOffline: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  historyAction === "PUSH" && currentLocation.pathname !== nextLocation.pathname && !navigator.onLine;
