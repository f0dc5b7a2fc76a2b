import type { PageHandle } from "../app/page-handle.ts";

export type HandleOf = (path: string) => PageHandle;

export const LONGEST_ADDRESS = 2_000;
/** The router's URLs for the data of a page: /reviews.data, /reviews/_.data, and /_root.data for the start page. */
const DATA = /(?:\/_(?:root)?)?\.data$/;

/**
 * Returns the cache key of a page: its path as the router reads it (in lower case, unless the loader redirects to the canonical URL), and
 * the parameters that its loader reads, in the order of `handle`. Null if the page is not cached or the key is too long. Drops `_routes`,
 * with which the router selects loaders: the data of all loaders is a valid response, and each value would be another cache entry.
 */
export function publicAddress(url: string, handleOf: HandleOf): string | null {
  const { searchParams } = new URL(url);
  const path = pathOf(url);
  if (path === null) return null;
  const handle = handleOf(pagePath(path));
  if (!handle.isCached) return null;
  const query = new URLSearchParams();
  for (const name of handle.parameters ?? []) {
    const value = searchParams.get(name)?.replace(/\s+/g, " ").trim();
    if (value) query.set(name, value);
  }
  const spelt = handle.redirectsToCanonical ? path : path.toLowerCase();
  const encoded = spelt.split("/").map(encodeURIComponent).join("/");
  const address = query.size === 0 ? encoded : `${encoded}?${query}`;
  return address.length > LONGEST_ADDRESS ? null : address;
}

/** Returns the cache key for the target of a request, or "" if the page is not cached or the target is not UTF-8. */
export function addressOfTarget(siteUrl: string, target: string, handleOf: HandleOf): string {
  try {
    return target.startsWith("/") ? (publicAddress(siteUrl + target, handleOf) ?? "") : "";
  } catch {
    return "";
  }
}

export function mayHoldToken(url: string, handleOf: HandleOf): boolean {
  const path = pathOf(url);
  return path === null || handleOf(pagePath(path)).mayHoldToken === true;
}

/** Removes the suffix of a request for the data of a page. */
function pagePath(path: string): string {
  return path.replace(DATA, "") || "/";
}

/**
 * Returns the path as the router reads it: /%6cogin and //login/ are the login page, too. Null if decoding would make another path, such as
 * /x/..%2flogin.
 */
function pathOf(url: string): string | null {
  const { pathname } = new URL(url);
  const path = pathname.includes("%") ? decodeURIComponent(pathname) : pathname;
  if (path !== pathname && /(?:^|\/)\.\.?(?:\/|$)/.test(path)) return null;
  return path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
}
