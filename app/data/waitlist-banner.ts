import { writeStored } from "./browser-storage";

/** The key in local storage, set when the visitor closed the banner of Home. */
export const BANNER_DISMISSED_STORAGE_KEY = "gharsach-referral-banner";

/** Remembers that the banner was closed; only as long as the page is open if storage is full or forbidden. (spec 1) */
export function rememberBannerDismissed(): void {
  writeStored("localStorage", BANNER_DISMISSED_STORAGE_KEY, "dismissed");
}
