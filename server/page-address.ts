import type { PageHandle } from "../app/page-handle.ts";

/** What the route of a path says of its page. */
export type HandleOf = (path: string) => PageHandle;

export const LONGEST_ADDRESS = 2_000;
/** By which the router asks for the data of a page: /reviews.data, /reviews/_.data, and /_root.data of the start page. */
const DATA = /(?:\/_(?:root)?)?\.data$/;

/**
 * What a page is cached under: its path as the router reads it, and what of its query its loader reads, in one order. Null
 * for what is never cached. Without `_routes`, by which a browser asks for the data of some loaders: it takes those from the data of
 * all, and each value would be a page of its own.
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

/** The same for the target of a request; empty for what is never cached, and for paths that are not UTF-8. */
export function addressOfTarget(siteUrl: string, target: string, handleOf: HandleOf): string {
  try {
    return target.startsWith("/") ? (publicAddress(siteUrl + target, handleOf) ?? "") : "";
  } catch {
    return "";
  }
}

/** Whether the address of a page may hold a token. */
export function mayHoldToken(url: string, handleOf: HandleOf): boolean {
  const path = pathOf(url);
  return path === null || handleOf(pagePath(path)).mayHoldToken === true;
}

/** The path of the page whose data a path asks for, or itself. */
function pagePath(path: string): string {
  return path.replace(DATA, "") || "/";
}

/**
 * The path as the router reads it: /%6cogin and //login/ are the log-in page, too. Null where it would be another
 * one once its %2f and %2e are read: /x/..%2flogin.
 */
function pathOf(url: string): string | null {
  const { pathname } = new URL(url);
  const path = pathname.includes("%") ? decodeURIComponent(pathname) : pathname;
  if (path !== pathname && /(?:^|\/)\.\.?(?:\/|$)/.test(path)) return null;
  return path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
}
