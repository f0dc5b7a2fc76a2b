/** Read by server/page-cache.ts and server/page-handler.ts. */
export const CACHE_BYPASS_COOKIE = "gharsach-changed";
/** Longer than web server and CDN together serve a stale page, read from a replica that was 45 s behind. */
export const CACHE_BYPASS_SECONDS = 100;

let writes = 0;

/** The number of changes that this document made. Data loaded before the last one are stale. */
export function ownWrites(): number {
  return writes;
}

/**
 * Bypasses the page cache after this browser changed something, until cached pages have expired. The cookie holds nothing else. For the
 * browser only.
 */
export function setCacheBypassCookie(): void {
  writes += 1;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${CACHE_BYPASS_COOKIE}=1; Path=/; Max-Age=${CACHE_BYPASS_SECONDS}; SameSite=Lax${secure}`;
}
