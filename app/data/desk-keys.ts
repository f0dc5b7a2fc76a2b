import { readStored, writeStored } from "./browser-storage";

/** Where this browser keeps that its operator has switched the shortcuts of the desk off, in local storage. */
const STORAGE_KEY = "gharsach-desk-keys";

export function areDeskKeysOn(): boolean {
  return readStored("localStorage", STORAGE_KEY) !== "off";
}

/** Where storage is full or forbidden, it holds as long as the page is open. */
export function rememberDeskKeys(areOn: boolean): void {
  writeStored("localStorage", STORAGE_KEY, areOn ? null : "off");
}
