import type { PropertyName } from "~/domain/property-group";
import { readStored, readStoredJson, writeStored } from "./browser-storage";
import { storedListeners } from "./stored-listeners";

// The homes on a visitor's shortlist. It stays on this device: no account and no request names them.
const STORAGE_KEY = "gharsach-shortlist";
/** Beyond this number, a new home replaces the oldest. */
const MAX_HOMES = 20;

const NONE: readonly PropertyName[] = [];
let current: readonly PropertyName[] | null = null;
/** Whether storage has the current list. If it is full or disabled, the list lasts as long as the page. */
let isStored = true;
const listeners = storedListeners(STORAGE_KEY, () => {
  if (isStored) current = null;
});

/** Returns the shortlisted homes, last added first; the same array until it changes. For the browser only. (spec 10) */
export function shortlist(): readonly PropertyName[] {
  current ??= stored();
  return current;
}

/** Returns an empty shortlist, for rendering on the server. */
export function noShortlist(): readonly PropertyName[] {
  return NONE;
}

/** Adds or removes a home. (spec 10) */
export function setShortlisted({ propertyId, propertyName, locality, city }: PropertyName, isListed: boolean): void {
  // Another tab may have changed the storage.
  const known = isStored && readStored("localStorage", STORAGE_KEY) !== null ? stored() : shortlist();
  const others = known.filter((home) => home.propertyId !== propertyId);
  current = (isListed ? [{ propertyId, propertyName, locality, city }, ...others] : others).slice(0, MAX_HOMES);
  isStored = writeStored("localStorage", STORAGE_KEY, JSON.stringify(current));
  listeners.tell();
}

/** Calls back when the list changes in this or another tab. Returns a function that unsubscribes. */
export const subscribeToShortlist = listeners.subscribe;

/** Drops malformed entries: visitors can edit them. */
function stored(): readonly PropertyName[] {
  const value = readStoredJson("localStorage", STORAGE_KEY);
  return Array.isArray(value) ? value.filter(isHome) : NONE;
}

function isHome(value: unknown): value is PropertyName {
  const { propertyId, propertyName, locality, city } = (value ?? {}) as Record<string, unknown>;
  return [propertyId, propertyName, locality, city].every((text) => typeof text === "string");
}
