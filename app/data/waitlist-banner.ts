/** Where this browser keeps that its visitor closed the banner above Home, in local storage. */
export const BANNER_DISMISSED_STORAGE_KEY = "gharsach-referral-banner";

/** Remembers it for the next visits; where storage is full or forbidden, for as long as the page is open. (spec 1) */
export function rememberBannerDismissed(): void {
  try {
    window.localStorage.setItem(BANNER_DISMISSED_STORAGE_KEY, "dismissed");
  } catch {
    // The banner is gone from the page all the same.
  }
}
