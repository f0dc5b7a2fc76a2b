/** The web server looks for it: server/page-cache.ts. */
export const OWN_CHANGE_COOKIE = "gharsach-changed";
/** Longer than the web server shows a page that it has kept. */
export const OWN_CHANGE_SECONDS = 70;

let changes = 0;

/** How many reviews this page has published or reported since it was opened. What was read before the last lacks it. */
export function ownChanges(): number {
  return changes;
}

/**
 * Lets this browser see pages as they are now, for as long as older ones may be kept for everybody: it has just published
 * or reported a review. The cookie says nothing else. For the browser only.
 */
export function markOwnChange(): void {
  changes += 1;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${OWN_CHANGE_COOKIE}=1; Path=/; Max-Age=${OWN_CHANGE_SECONDS}; SameSite=Lax${secure}`;
}
