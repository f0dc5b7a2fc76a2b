/** The element that the banner above Home leads to. */
export const WAITLIST_ID = "waitlist";
