import { followStored, readStored } from "./browser-storage";

/** Holds a page's listeners to what is stored under the key. Calls `reread` before it tells one of another tab's change. */
export function storedListeners(key: string, reread: () => void) {
  const listeners = new Set<() => void>();
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    /** Returns how to stop. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      const stop = followStored(key, () => {
        // Storage is off, or was cleared: what this page knows lasts as long as the page.
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
