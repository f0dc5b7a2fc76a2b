import { readStored, writeStored } from "./browser-storage";

// Values that local storage did not take: it is full or forbidden. They last as long as the page.
const unstored = new Map<string, string>();

/**
 * Local storage for auth-js, whose own check of it takes full for forbidden and so ends a session that could be read. What
 * cannot be stored replaces what was: an old refresh token would end the session at the next load.
 */
export const sessionStore = {
  getItem(key: string): string | null {
    return unstored.get(key) ?? readStored("localStorage", key);
  },
  setItem(key: string, value: string): void {
    unstored.delete(key);
    if (writeStored("localStorage", key, value)) return;
    sessionStore.removeItem(key);
    unstored.set(key, value);
  },
  removeItem(key: string): void {
    unstored.delete(key);
    writeStored("localStorage", key, null);
  },
};
