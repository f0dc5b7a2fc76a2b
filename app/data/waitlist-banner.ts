import { writeStored } from "./browser-storage";

/** Where this browser keeps that its visitor closed the banner above Home, in local storage. */
export const BANNER_DISMISSED_STORAGE_KEY = "gharsach-referral-banner";

/** Remembers it for the next visits; where storage is full or forbidden, for as long as the page is open. (spec 1) */
export function rememberBannerDismissed(): void {
  writeStored("localStorage", BANNER_DISMISSED_STORAGE_KEY, "dismissed");
}
