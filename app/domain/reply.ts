import { characterCount, isBlank, plainText } from "./plain-text";
import type { PolicyClause } from "./policy-clauses";

/** The claimed role of a reply's author, which is not checked. Must match private.replies in the database. (spec 11) */
export const REPLY_WRITERS = {
  owner: "I own this home",
  manager: "I manage this home",
} as const;
export type ReplyWriter = keyof typeof REPLY_WRITERS;

/** In characters. Must match private.replies in the database. (spec 11) */
export const MAX_REPLY_LENGTH = 1000;

/** A reply as visitors see it. It never names its author. (spec 11) */
export interface Reply {
  text: string;
  /** The date in India, YYYY-MM-DD. */
  createdOn: string;
}

/** waiting: no operator has decided on it. refused: its author may write another. Must match private.replies. */
export type ReplyState = "waiting" | "shown" | "refused";

/** A reply as its author sees it. (spec 11) */
export interface MyReply extends Reply {
  state: ReplyState;
  writtenAs: ReplyWriter;
  /** Why an operator refused it; null if none did. */
  refusal: { clause: PolicyClause; sentence: string } | null;
}

/** Returns why a reply cannot be sent; null if it can. (spec 11) */
export function replyFault(text: string): "missing" | "too-long" | null {
  if (isBlank(text)) return "missing";
  return characterCount(plainText(text)) > MAX_REPLY_LENGTH ? "too-long" : null;
}
