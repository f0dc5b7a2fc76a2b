/** Read by server/page-cache.ts and server/page-handler.ts. */
export const CACHE_BYPASS_COOKIE = "gharsach-changed";
/** Longer than an old page can be served: 25 s by the web server, 25 s by a CDN, plus 45 s of replica lag. */
export const CACHE_BYPASS_SECONDS = 100;

let writes = 0;

/** Returns the number of changes that this document made. Data loaded before the last one is stale. */
export function ownWrites(): number {
  return writes;
}

/**
 * Bypasses the page cache after this browser changed something, until cached pages have expired. The cookie has the same value in
 * every browser. For the browser only.
 */
export function setCacheBypassCookie(): void {
  writes += 1;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${CACHE_BYPASS_COOKIE}=1; Path=/; Max-Age=${CACHE_BYPASS_SECONDS}; SameSite=Lax${secure}`;
}
