import { readStored, writeStored } from "./browser-storage";

// What this browser remembers of the desk, in local storage; where that is full or forbidden, nothing.

/** That its operator has switched the shortcuts off. */
const KEYS = "gharsach-desk-keys";
/** The id of the account that last worked there. */
const OPERATOR = "gharsach-desk";

export function areDeskKeysOn(): boolean {
  return readStored("localStorage", KEYS) !== "off";
}

export function rememberDeskKeys(areOn: boolean): void {
  writeStored("localStorage", KEYS, areOn ? null : "off");
}

/** The header offers the desk to whom the database has let in, without asking for every user. Null forgets. */
export function markOperator(userId: string | null): void {
  writeStored("localStorage", OPERATOR, userId);
}

export function isMarkedOperator(userId: string): boolean {
  return readStored("localStorage", OPERATOR) === userId;
}
