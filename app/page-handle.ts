/** The settings of a route for the web server. A page is private by default. */
export interface PageHandle {
  /** Every visitor gets the same page, so it may be cached. */
  isCached?: true;
  /** The query parameters that its loader reads. Others are ignored. */
  parameters?: readonly string[];
  /** The loader redirects other spellings to the canonical URL. */
  redirectsToCanonical?: true;
  /** The URL may hold a token, so it must not be sent as a referrer. */
  mayHoldToken?: true;
}
