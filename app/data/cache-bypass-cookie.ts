/** Read by server/page-cache.ts and server/page-handler.ts. */
export const CACHE_BYPASS_COOKIE = "gharsach-changed";
/** Longer than the web server and a CDN before it together serve a stale page, read from a replica that was 45 s behind. */
export const CACHE_BYPASS_SECONDS = 100;

let writes = 0;

/** How many changes this document has made. What was loaded before the last of them is stale. */
export function ownWrites(): number {
  return writes;
}

/**
 * After this browser changed what pages show: makes the web server render its pages rather than serve cached ones,
 * until these have expired. The cookie says nothing else. For the browser only.
 */
export function setCacheBypassCookie(): void {
  writes += 1;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${CACHE_BYPASS_COOKIE}=1; Path=/; Max-Age=${CACHE_BYPASS_SECONDS}; SameSite=Lax${secure}`;
}
