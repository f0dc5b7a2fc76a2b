import { followStored, readStored } from "./browser-storage";

/** Manages a page's listeners to a storage key. Calls `reread` before it reports another tab's change. */
export function storedListeners(key: string, reread: () => void) {
  const listeners = new Set<() => void>();
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    /** Returns a function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      const stop = followStored(key, () => {
        // Storage is disabled or was cleared: the page keeps its data until it is closed.
        if (readStored("localStorage", key) === null) return;
        reread();
        listener();
      });
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
  };
}
