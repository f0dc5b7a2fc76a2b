import type { PropertyName } from "~/domain/property-group";
import { readStoredJson, writeStored } from "./browser-storage";
import { storedListeners } from "./stored-listeners";

// The homes that a visitor has put on a shortlist, on this device alone: no account, and no request says which.
const STORAGE_KEY = "gharsach-shortlist";
/** The oldest leave it first. */
const MAX_HOMES = 20;

const NONE: readonly PropertyName[] = [];
let current: readonly PropertyName[] | null = null;
const listeners = storedListeners(STORAGE_KEY, () => (current = null));

/** The homes on the shortlist, the last added first; always the same array until it changes. For the browser only. (spec 10) */
export function shortlist(): readonly PropertyName[] {
  current ??= stored();
  return current;
}

/** On the server nobody has one. */
export function noShortlist(): readonly PropertyName[] {
  return NONE;
}

/** Adds a home, or takes it off. Where storage is full or switched off, it lasts as long as the page. (spec 10) */
export function setShortlisted({ propertyId, propertyName, locality, city }: PropertyName, isListed: boolean): void {
  // Another tab may have stored something since this one read.
  const others = stored().filter((home) => home.propertyId !== propertyId);
  current = (isListed ? [{ propertyId, propertyName, locality, city }, ...others] : others).slice(0, MAX_HOMES);
  writeStored("localStorage", STORAGE_KEY, JSON.stringify(current));
  listeners.tell();
}

/** Calls back whenever it changes, in this tab or another. Returns how to stop. */
export const subscribeToShortlist = listeners.subscribe;

/** Without what a visitor has edited into something else. */
function stored(): readonly PropertyName[] {
  const value = readStoredJson("localStorage", STORAGE_KEY);
  return Array.isArray(value) ? value.filter(isHome) : NONE;
}

function isHome(value: unknown): value is PropertyName {
  const { propertyId, propertyName, locality, city } = (value ?? {}) as Record<string, unknown>;
  return [propertyId, propertyName, locality, city].every((text) => typeof text === "string");
}
