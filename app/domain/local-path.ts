// Base URL to resolve against; .invalid is reserved (RFC 2606).
const HERE = "https://here.invalid";
const START = "/";
/** Enough for the longest home in any script: 320 characters of nine in an address. */
const MAX_LENGTH = 4000;

// Every page of this site is made of these characters. What is encoded is a letter: of an Indian script (%E0…), or of Latin with
// accents, Urdu and the like (%C3 to %DF). That rules out every encoded trick.
const PAGE = /^(?:\/(?:[\w.~-]|%(?:E0%[AB][\dA-F]|C[3-9A-F]|D[\dA-F])%[89AB][\dA-F])+)*\/?$/;

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
  if (path.includes("\\") || !URL.canParse(candidate, HERE)) return START;
  const { origin, pathname, search, hash } = new URL(candidate, HERE);
  if (origin !== HERE || !PAGE.test(pathname) || ACCOUNT_PAGES.test(pathname)) return START;
  return pathname + (search + hash).replaceAll("\\", "%5C");
}

/** The log-in page, told where to return to. (spec 2) */
export function loginPath(from: string): string {
  const next = localPath(from);
  return next === START ? "/login" : `/login?next=${encodeURIComponent(next)}`;
}
