import { BANNER_DISMISSED_STORAGE_KEY } from "~/data/waitlist-banner";

/**
 * Runs before the first paint: marks the page when this visitor has closed the banner, so that Home never shows it to
 * them and nothing moves. Must set the mark that the banner sets when it is dismissed. Storage may be forbidden.
 */
export const REFERRAL_BANNER_HINT_SCRIPT = `try{if(localStorage.getItem(${JSON.stringify(BANNER_DISMISSED_STORAGE_KEY)}))document.documentElement.dataset.bannerDismissed=""}catch{}`;
