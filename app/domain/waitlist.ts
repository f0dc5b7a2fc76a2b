import { isEmail } from "./account";
import { characterCount, isBlank, plainLine } from "./plain-text";

/** An entry of the referral program's waitlist. (spec 3) */
export interface WaitlistEntry {
  name: string;
  email: string;
}
export type WaitlistField = keyof WaitlistEntry;

/** In characters after trimming. Must match the checks of public.referral_waitlist in the database. */
export const MAX_WAITLIST_NAME_LENGTH = 120;
export const MAX_WAITLIST_EMAIL_LENGTH = 320;

/** The problem of an entry, and its fields in form order. */
export interface WaitlistProblem {
  kind: "missing" | "too-long" | "invalid-email";
  fields: WaitlistField[];
}

/** Returns the first problem of an entry, or null. Both fields are required. (spec 5) */
export function checkWaitlistEntry(entry: WaitlistEntry): WaitlistProblem | null {
  const missing = FIELDS.filter((field) => isBlank(entry[field]));
  if (missing.length > 0) return { kind: "missing", fields: missing };
  const tooLong = FIELDS.filter((field) => characterCount(plainLine(entry[field])) > MAX_LENGTHS[field]);
  if (tooLong.length > 0) return { kind: "too-long", fields: tooLong };
  return isEmail(plainLine(entry.email)) ? null : { kind: "invalid-email", fields: ["email"] };
}

const MAX_LENGTHS: Record<WaitlistField, number> = {
  name: MAX_WAITLIST_NAME_LENGTH,
  email: MAX_WAITLIST_EMAIL_LENGTH,
};
const FIELDS: WaitlistField[] = ["name", "email"];
