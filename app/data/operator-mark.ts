import { readStored, writeStored } from "./browser-storage";

/** Where this browser keeps the id of the account that last worked at the desk, in local storage. */
const STORAGE_KEY = "gharsach-desk";

/** The header offers the desk to whom the database has let in, without asking for every user. Null forgets. */
export function markOperator(userId: string | null): void {
  writeStored("localStorage", STORAGE_KEY, userId);
}

export function isMarkedOperator(userId: string): boolean {
  return readStored("localStorage", STORAGE_KEY) === userId;
}
