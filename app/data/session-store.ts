import { readStored, writeStored } from "./browser-storage";

/** For auth-js: this browser's session. */
export const sessionStore = storeIn("localStorage");
/** For auth-js: the session of a link in an email, in this tab only. */
export const tabSessionStore = storeIn("sessionStorage");

/**
 * Returns a store for auth-js, whose own check treats full storage as forbidden and so drops a readable session. A session that cannot be
 * stored lasts as long as the page; the stored older one is removed, because its refresh token would end the session at the next load.
 */
function storeIn(place: "localStorage" | "sessionStorage") {
  const unstored = new Map<string, string>();
  function removeItem(key: string): void {
    unstored.delete(key);
    writeStored(place, key, null);
  }
  return {
    getItem: (key: string): string | null => unstored.get(key) ?? readStored(place, key),
    setItem(key: string, value: string): void {
      unstored.delete(key);
      if (writeStored(place, key, value)) return;
      removeItem(key);
      unstored.set(key, value);
    },
    removeItem,
  };
}
