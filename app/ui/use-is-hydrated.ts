import { useSyncExternalStore } from "react";

/** False on the server and during hydration, which starts with the same page for every visitor; true afterwards. */
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
