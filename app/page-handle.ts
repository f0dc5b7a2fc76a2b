/** What a route says of its page to the web server, in its `handle`. A page is private unless its route says otherwise. */
export interface PageHandle {
  /** All visitors get the same page at an address: it may be cached. */
  isCached?: true;
  /** What of the query its loader reads: the rest changes nothing. */
  parameters?: readonly string[];
  /** Its loader leads every other spelling of the path to the one address. */
  isSpeltByLoader?: true;
  /** Its address may hold a token: it goes nowhere as a referrer. */
  mayHoldToken?: true;
}
