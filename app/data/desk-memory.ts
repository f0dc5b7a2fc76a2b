import { readStored, writeStored } from "./browser-storage";

// Stores an operator's shortcuts setting and account in local storage, if the browser allows it.

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

/**
 * Stores the account that was admitted to the desk, so that the header can link to the desk without a request for every user. Null
 * removes it.
 */
export function markOperator(userId: string | null): void {
  writeStored("localStorage", OPERATOR, userId);
}

export function isMarkedOperator(userId: string): boolean {
  return readStored("localStorage", OPERATOR) === userId;
}
