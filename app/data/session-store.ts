import { readStored, writeStored } from "./browser-storage";

/** For auth-js: the session of this browser. */
export const sessionStore = storeIn("localStorage");
/** For auth-js: what the link of an e-mail opened, in this tab alone. */
export const tabSessionStore = storeIn("sessionStorage");

/**
 * A store for auth-js, whose own check of local storage takes full for forbidden and so ends a session that could be read. What
 * cannot be stored lasts as long as the page, and replaces what was: an old refresh token would end the session at the next load.
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
