type Store = "localStorage" | "sessionStorage";

// Storage may be full or forbidden. If it is forbidden, even reading `localStorage` throws.

export function readStored(store: Store, key: string): string | null {
  try {
    return window[store].getItem(key);
  } catch {
    return null;
  }
}

/** Returns the stored JSON, or null if there is none or it is malformed: visitors can edit it. */
export function readStoredJson(store: Store, key: string): unknown {
  try {
    return JSON.parse(readStored(store, key) ?? "null");
  } catch {
    return null;
  }
}

/** Returns whether stored JSON is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Stores `text` under the key; null removes the stored text. Returns whether that worked. */
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
 * Calls back when another tab changes the key in local storage, and when the browser restores the page from its back/forward cache, where
 * that event does not arrive. Returns a function that unsubscribes.
 */
export function followStored(key: string, changed: () => void): () => void {
  function follow(event: StorageEvent | PageTransitionEvent) {
    // No key: storage was cleared.
    if ("persisted" in event ? event.persisted : [key, null].includes(event.key)) changed();
  }
  window.addEventListener("storage", follow);
  window.addEventListener("pageshow", follow);
  return () => {
    window.removeEventListener("storage", follow);
    window.removeEventListener("pageshow", follow);
  };
}
