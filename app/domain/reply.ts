import { characterCount, isBlank, plainText } from "./plain-text";
import type { PolicyClause } from "./policy-clauses";

/** What the author of a reply claims to be, unchecked. The keys are stored. Must match private.replies in the database. (spec 11) */
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

/** waiting: an operator has not read it yet. refused: another one may be written. Must match private.replies. */
export type ReplyState = "waiting" | "shown" | "refused";

/** A reply as its author sees it. (spec 11) */
export interface MyReply extends Reply {
  state: ReplyState;
  writtenAs: ReplyWriter;
  /** Why an operator refused it; null where none did. */
  refusal: { clause: PolicyClause; sentence: string } | null;
}

/** What keeps a reply from being sent; null when nothing does. (spec 11) */
export function replyFault(text: string): "missing" | "too-long" | null {
  if (isBlank(text)) return "missing";
  return characterCount(plainText(text)) > MAX_REPLY_LENGTH ? "too-long" : null;
}

/** Where a review is answered. */
export function answerPath(reviewId: string): string {
  return `/answer/${reviewId}`;
}
