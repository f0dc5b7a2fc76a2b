import { useEffect } from "react";

/** Makes the browser ask before it leaves the page, while `isActive`. */
export function useLeaveWarning(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return undefined;
    const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", askBeforeLeaving);
    return () => removeEventListener("beforeunload", askBeforeLeaving);
  }, [isActive]);
}
