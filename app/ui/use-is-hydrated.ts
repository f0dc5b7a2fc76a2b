import { useSyncExternalStore } from "react";

/** Returns false on the server and during hydration, when the page is the same for every visitor; then true. */
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
