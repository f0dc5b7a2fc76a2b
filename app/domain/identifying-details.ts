import { latinDigits } from "./fold";

export type IdentifyingDetail = "flat number" | "phone number" | "email address" | "person";

/** A lookahead that rejects a number if it is an amount, as in "flat 2 BHK", "room 1200 sq ft" or "flat 10 minutes from". */
const NOT_AN_AMOUNT =
  "(?!\\s*(?:%|/|-?\\s?bhk|rk\\b|sq|rs|rupees|lakhs?|per|min|hours?|km|m\\b|people|persons|sharing|da?ys?|months?|years?|[.,]\\d))";
const FLAT_NUMBERS = [
  /\b(?:flat|room|apartment|apt|unit|villa|door|house|plot|bed)\s*(?:no\b\.?|number|num\b\.?|#)\s*:?\s*(?:[a-z]{1,2}[\s-]?)?\d/i,
  new RegExp(
    `\\b(?:flat|room|apartment|apt|unit|villa)\\s*[-:]?\\s*(?:[a-z][\\s-]?)?\\d{1,4}[a-h]?\\b${NOT_AN_AMOUNT}`,
    "i",
  ),
  /(?:^|[\s(,])[a-z]{1,2}-\d{3,4}[a-h]?\b(?!\s*(?:bus|road|route|highway))/i,
  /#\s?\d{2,4}[a-h]?\b/i,
];
/** Ten digits that start with 6 to 9, in groups or not; not a range such as "70000-80000". */
const PHONE_NUMBER = /(?:^|\D)(?:\+?91[\s-]*|0)?(?!\d+000[\s-]+\d+000\b)[6-9]\d(?:[\s-]?\d){8}(?!\d)/;
const EMAIL_ADDRESS = /[\w.+-]{1,64}@[a-z\d-]+\.[a-z]{2}/i;
/** A title before a name, but not "Dr Ambedkar Road". */
const PERSON =
  /\b(?:M(?:rs?|s)|Dr|Shri|Smt|Sri|[Uu]ncle|[Aa]unt(?:y|ie))\b\.?\s+(?!\p{L}+\s+(?:Road|Nagar|Marg|Street|Layout|Colony|Hospital|Apartments?|PG)\b|Lanka\b)\p{Lu}\p{L}/u;

/**
 * Returns the kinds of details in a text that may reveal its author, in the order of IdentifyingDetail. The patterns guess: use the
 * result to hint, never to refuse.
 */
export function identifyingDetails(text: string): IdentifyingDetail[] {
  const read = latinDigits(text);
  const found: IdentifyingDetail[] = [];
  if (FLAT_NUMBERS.some((pattern) => pattern.test(read))) found.push("flat number");
  if (PHONE_NUMBER.test(read)) found.push("phone number");
  if (EMAIL_ADDRESS.test(read)) found.push("email address");
  if (PERSON.test(read)) found.push("person");
  return found;
}
