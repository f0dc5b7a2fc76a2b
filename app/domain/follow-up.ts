import { characterCount, isBlank, plainText } from "./plain-text";

/** What an author added to a review later. */
export interface FollowUp {
  text: string;
  /** The day in India, YYYY-MM-DD. */
  addedOn: string;
}

/** Both must match private.follow_ups and public.add_follow_up in the migrations. */
export const MAX_FOLLOW_UPS = 3;
export const MAX_FOLLOW_UP_LENGTH = 500;

/** What keeps a follow-up from being sent; null when nothing does. (spec 11) */
export function followUpFault(text: string): "missing" | "too-long" | null {
  if (isBlank(text)) return "missing";
  return characterCount(plainText(text)) > MAX_FOLLOW_UP_LENGTH ? "too-long" : null;
}
