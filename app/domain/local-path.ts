// Base URL to resolve against; .invalid is reserved (RFC 2606).
const HERE = "https://here.invalid";
const START = "/";
/** Enough for the longest home, of 320 characters, each at most twelve long when encoded. */
const MAX_LENGTH = 4000;

// Pages have ASCII names, but for those of homes, which carry visitors' words: any character beyond ASCII, encoded. No ASCII
// character may be encoded, which rules out every encoded trick.
const PAGE = /^(?:(?:\/[\w.~-]+)*|\/homes(?:\/(?:[\w.~-]|%[89A-F][\dA-F])+)*)\/?$/;

// To return here after logging in would lead away again at once, or make no sense.
const ACCOUNT_PAGES = /^\/(?:login|signup|forgot-password|auth\/callback)\/?$/i;

/**
 * The page to go to after logging in: the candidate if it is a path on this site, else "/". (spec 2)
 * The candidate comes from a query parameter, so it is untrusted: anything that a browser could resolve to another origin
 * or to a script is refused, as are the account pages themselves.
 */
export function localPath(candidate: string | null | undefined): string {
  if (typeof candidate !== "string" || candidate.length > MAX_LENGTH) return START;
  if (!candidate.startsWith("/") || /\p{Cc}/u.test(candidate)) return START;
  const [path = ""] = candidate.split(/[?#]/);
  const url = path.includes("\\") ? null : parsed(candidate);
  if (url?.origin !== HERE || !PAGE.test(url.pathname) || ACCOUNT_PAGES.test(url.pathname)) return START;
  return url.pathname + (url.search + url.hash).replaceAll("\\", "%5C");
}

function parsed(path: string): URL | null {
  try {
    return new URL(path, HERE);
  } catch {
    return null;
  }
}

/** The log-in page, with the page to return to. (spec 2) */
export function loginPath(from: string): string {
  const next = localPath(from);
  return next === START ? "/login" : `/login?next=${encodeURIComponent(next)}`;
}
