/** Pages about one visitor's own account, or with a token in their address. Must match the routes of app/routes.ts. */
const PRIVATE =
  /^\/(?:(?:login|signup|forgot-password|update-password|auth\/callback|submit-review|account|desk)(?:\/|\.data$|$)|grievance\/)/;

/** Those whose address may hold a token. */
const WITH_TOKEN = /^\/(?:(?:update-password|auth\/callback)(?:\/|\.data$|$)|grievance\/)/;

/**
 * What the addresses of lists may ask for; anything else changes no page. Must match what their loaders read:
 * app/domain/review-query.ts and home-query.ts, app/features/homes/load-home.ts and load-places.ts,
 * app/features/reviews/read-review-list.ts.
 */
const LISTS: [path: RegExp, parameters: string[]][] = [
  [/^\/reviews(?:\.data|\/_\.data)?$/, ["q", "city", "sort", "after", "property", "review"]],
  [/^\/homes\/[^/]+(?:\/[^/]+)?$/, ["after"]],
  [/^\/homes\/[^/]+\/[^/]+\/[^/]+$/, ["sort", "stars", "photos", "after", "review"]],
];
/** Their loaders lead to the one spelling of their paths themselves. */
const SPELT_BY_LOADER = /^\/homes\//i;
export const LONGEST_ADDRESS = 2_000;

/**
 * What a page is cached under: its path as the router reads it, and what of its query its loader reads, in one order. Null
 * for what is never cached. Without `_routes`, by which a browser asks for the data of some loaders: it takes those from the data of
 * all, and each value would be a page of its own.
 */
export function publicAddress(url: string): string | null {
  const { searchParams } = new URL(url);
  const path = pathOf(url);
  if (path === null || PRIVATE.test(path)) return null;
  const query = new URLSearchParams();
  const [, parameters = []] = LISTS.find(([list]) => list.test(path)) ?? [];
  for (const name of parameters) {
    const value = searchParams.get(name)?.replace(/\s+/g, " ").trim();
    if (value) query.set(name, value);
  }
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  const address = query.size === 0 ? encoded : `${encoded}?${query}`;
  return address.length > LONGEST_ADDRESS ? null : address;
}

/** The same for the target of a request; empty for what is never cached, and for paths that are not UTF-8. */
export function addressOfTarget(siteUrl: string, target: string): string {
  try {
    return target.startsWith("/") ? (publicAddress(siteUrl + target) ?? "") : "";
  } catch {
    return "";
  }
}

/** Whether the address of a page may hold a token: it goes nowhere as a referrer. */
export function mayHoldToken(url: string): boolean {
  const path = pathOf(url);
  return path === null || WITH_TOKEN.test(path);
}

/**
 * The path as the router reads it: /%6cogin, //login, /LogIn and /login/ are the log-in page, too. Null where it would be another
 * one once its %2f and %2e are read: /x/..%2flogin.
 */
function pathOf(url: string): string | null {
  const { pathname } = new URL(url);
  const path = pathname.includes("%") ? decodeURIComponent(pathname) : pathname;
  if (path !== pathname && /(?:^|\/)\.\.?(?:\/|$)/.test(path)) return null;
  const plain = path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  return SPELT_BY_LOADER.test(plain) ? plain : plain.toLowerCase();
}
