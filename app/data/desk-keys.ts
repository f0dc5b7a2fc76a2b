/** Where this browser keeps that its operator has switched the shortcuts of the desk off, in local storage. */
const STORAGE_KEY = "gharsach-desk-keys";

export function areDeskKeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

/** Where storage is full or forbidden, it holds as long as the page is open. */
export function rememberDeskKeys(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, "off");
  } catch {
    // The page has switched them already.
  }
}
