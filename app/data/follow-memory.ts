import { readStored, writeStored } from "./browser-storage";
import { storedListeners } from "./stored-listeners";

// Caches what the signed-in account follows, so that not every page of a home requests the list.

const STORAGE_KEY = "gharsach-follows";
/** The user can end a follow on another device or by the link in an email: then this list is stale. */
const VALID_MS = 60 * 60 * 1000;

/** "<user id> <expiry, in Unix ms> <path of a home or locality> …" */
let memory: string | null = null;
const listeners = storedListeners(STORAGE_KEY, () => (memory = null));

/** Calls back when the list changes in this or another tab. Returns a function that unsubscribes. */
export const subscribeToFollows = listeners.subscribe;

/** Returns the pages that the account follows, or null if this browser has not read them in the last hour. For the browser only. */
export function rememberedFollows(userId: string): readonly string[] | null {
  memory ??= readStored("localStorage", STORAGE_KEY);
  const [owner, until, ...paths] = (memory ?? "").split(" ");
  return owner === userId && Number(until) > Date.now() ? paths : null;
}

/** Stores the list for an hour at most. When the session ends, auth-client.ts removes it by the same key. */
export function rememberFollows(userId: string, paths: readonly string[]): void {
  memory = [userId, Date.now() + VALID_MS, ...paths].join(" ");
  writeStored("localStorage", STORAGE_KEY, memory);
  listeners.tell();
}

const INTENT_KEY = "gharsach-follow-next";
/** A link that confirms an email works for an hour. */
const INTENT_VALID_MS = 60 * 60 * 1000;

/** Stores that the visitor wants to follow the page at this path and has to log in first. In any tab, as the link of an email opens one. */
export function rememberFollowIntent(path: string): void {
  writeStored("localStorage", INTENT_KEY, `${Date.now() + INTENT_VALID_MS} ${path}`);
}

/** Returns, once and within an hour, whether the visitor wanted to follow the page at this path. */
export function takeFollowIntent(path: string): boolean {
  const [until, wanted] = (readStored("localStorage", INTENT_KEY) ?? "").split(" ");
  if (wanted !== path) return false;
  writeStored("localStorage", INTENT_KEY, null);
  const left = Number(until) - Date.now();
  return left > 0 && left <= INTENT_VALID_MS;
}
