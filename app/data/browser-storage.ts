type Store = "localStorage" | "sessionStorage";

// Storage may be full, or forbidden: then even naming it throws.

/** The stored text, or null. */
export function readStored(store: Store, key: string): string | null {
  try {
    return window[store].getItem(key);
  } catch {
    return null;
  }
}

/** The stored JSON, or null. Visitors can edit what is stored: what is malformed counts as none. */
export function readStoredJson(store: Store, key: string): unknown {
  try {
    return JSON.parse(readStored(store, key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a text; null removes it. Returns whether it is done. */
export function writeStored(store: Store, key: string, text: string | null): boolean {
  try {
    if (text === null) window[store].removeItem(key);
    else window[store].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Calls back when another tab changes what local storage keeps under the key, and when the browser shows the page again from its
 * back/forward cache, where no such event arrives. Returns how to stop.
 */
export function followStored(key: string, changed: () => void): () => void {
  function follow(event: StorageEvent | PageTransitionEvent) {
    // Without a key: all was cleared.
    if ("persisted" in event ? event.persisted : [key, null].includes(event.key)) changed();
  }
  window.addEventListener("storage", follow);
  window.addEventListener("pageshow", follow);
  return () => {
    window.removeEventListener("storage", follow);
    window.removeEventListener("pageshow", follow);
  };
}
