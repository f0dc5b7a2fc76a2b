import { useSyncExternalStore } from "react";

/** False on the server and while hydrating, which begins with the same page for everyone; true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

function never() {
  return () => {};
}
