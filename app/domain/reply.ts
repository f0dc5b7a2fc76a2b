/** What whoever replies states to be; nobody checks it. The keys are stored. Must match private.replies in the database. (spec 11) */
export const REPLY_WRITERS = {
  owner: "I own this home",
  manager: "I manage this home",
} as const;
export type ReplyWriter = keyof typeof REPLY_WRITERS;

/** In characters. Must match private.replies in the database. (spec 11) */
export const MAX_REPLY_LENGTH = 1000;

/** A reply as every visitor sees it: nothing in it names its author. (spec 11) */
export interface Reply {
  text: string;
  /** The day in India, YYYY-MM-DD. */
  createdOn: string;
}
