import { readStored, writeStored } from "./browser-storage";

// What this browser remembers about the desk, in local storage if that is possible.

/** Set if the operator switched the shortcuts off. */
const KEYS = "gharsach-desk-keys";
/** The id of the account that last used the desk. */
const OPERATOR = "gharsach-desk";

export function areDeskKeysOn(): boolean {
  return readStored("localStorage", KEYS) !== "off";
}

export function rememberDeskKeys(areOn: boolean): void {
  writeStored("localStorage", KEYS, areOn ? null : "off");
}

/** Stores who was let in, so that the header can link to the desk without a request for every user. Null removes it. */
export function markOperator(userId: string | null): void {
  writeStored("localStorage", OPERATOR, userId);
}

export function isMarkedOperator(userId: string): boolean {
  return readStored("localStorage", OPERATOR) === userId;
}
