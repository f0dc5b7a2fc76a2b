import { writeStored } from "./browser-storage";

/** The key in local storage, set when the visitor closed the banner of Home. */
export const BANNER_DISMISSED_STORAGE_KEY = "gharsach-referral-banner";

/** Stores that the visitor closed the banner. If storage is full or forbidden, the banner returns at the next load. (spec 1) */
export function rememberBannerDismissed(): void {
  writeStored("localStorage", BANNER_DISMISSED_STORAGE_KEY, "dismissed");
}
