// A base URL for parsing; .invalid is reserved (RFC 2606).
const HERE = "https://here.invalid";
const START = "/";
/** Enough for the longest homePath: its 320 characters have at most twelve encoded characters each. */
const MAX_LENGTH = 4000;

// Only URLs of homes hold percent-encoded characters, and these are not ASCII. Encoded ASCII, such as %2F for a slash, is refused.
const PAGE = /^(?:(?:\/[\w.~-]+)*|\/homes(?:\/(?:[\w.~-]|%[89A-F][\dA-F])+)*)\/?$/;

// Pages that a log-in never returns to.
const ACCOUNT_PAGES = /^\/(?:login|signup|forgot-password|auth\/callback)\/?$/i;

/**
 * Returns the page to open after logging in: the candidate if it is a path on this site, else "/". The candidate is untrusted, since it
 * comes from the URL: refuses anything that a browser could resolve to another origin or a script, and the account pages. (spec 2)
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

/** Returns the URL of the log-in page with the page to return to. (spec 2) */
export function loginPath(from: string): string {
  const next = localPath(from);
  return next === START ? "/login" : `/login?next=${encodeURIComponent(next)}`;
}
