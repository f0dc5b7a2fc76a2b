import { isEmail } from "./account";
import { isKeyOf } from "./enumerations";
import {
  GRIEVANCE_GROUNDS,
  GRIEVANCE_WRITERS,
  type Grievance,
  MAX_GRIEVANCE_EMAIL_LENGTH,
  MAX_GRIEVANCE_LENGTH,
  MAX_PAGE_LENGTH,
} from "./grievance";
import { characterCount, isBlank, plainLine, plainText } from "./plain-text";

/** The values of the form as text, before they are checked. */
export type GrievanceEntry = Record<Exclude<keyof Grievance, "secret">, string>;
export type GrievanceField = keyof GrievanceEntry;
export type GrievanceProblem = "missing" | "too-long" | "invalid";

/** Returns the problem of each field at fault, in form order. Must match public.file_grievance in the database. (spec 11) */
export function checkGrievance(entry: GrievanceEntry): Partial<Record<GrievanceField, GrievanceProblem>> {
  const problems: Partial<Record<GrievanceField, GrievanceProblem>> = {};
  if (!isKeyOf(GRIEVANCE_WRITERS, entry.writer)) problems.writer = "missing";
  if (!isKeyOf(GRIEVANCE_GROUNDS, entry.ground)) problems.ground = "missing";
  if (isBlank(entry.page)) problems.page = "missing";
  else if (characterCount(plainLine(entry.page)) > MAX_PAGE_LENGTH) problems.page = "too-long";
  if (isBlank(entry.words)) problems.words = "missing";
  else if (characterCount(plainText(entry.words)) > MAX_GRIEVANCE_LENGTH) problems.words = "too-long";
  if (isBlank(entry.email)) problems.email = "missing";
  else if (characterCount(plainLine(entry.email)) > MAX_GRIEVANCE_EMAIL_LENGTH) problems.email = "too-long";
  else if (!isEmail(plainLine(entry.email))) problems.email = "invalid";
  return problems;
}

/** Returns the path of a URL on this site, or any other text as one clean line. */
export function pageOfGrievance(text: string, origin: string): string {
  const line = plainLine(text);
  return line.startsWith(`${origin}/`) ? line.slice(origin.length) : line;
}
