import { fold } from "./fold";
import { plainLine, plainText } from "./plain-text";
import type { TextName } from "./review-texts";

// The rules for names of homes, localities and cities. The database decides: private.plain_name and its neighbors must match.

/** The characters that fold treats as punctuation and that names do not use. */
const DECORATION =
  /[!$*<=>?\\^_\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u2000-\u200a\u2010-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u{1f000}-\u{1faff}]/gu;

/** A dot before what could be a top-level domain. Excludes accented Latin letters: no top-level domain starts with one. */
const DOT_OF_DOMAIN = /(?<=[^ ])\.(?=[A-Za-z]{2}|[\u0370-\u1dff\u2c00-\u{10ffff}]{2})/gu;

/**
 * Returns a name as it is shown: without decoration (symbols, emoji, fancy letters, stray accents, repeated or empty punctuation),
 * with ASCII quotes and dashes, and with a blank after a dot before two letters, because "evil.estate" would become a link. "★
 * Lake–View!! 🏠" → "Lake-View", "St.John's" → "St. John's". Idempotent. (spec 10)
 */
export function plainName(text: string): string {
  return undecorated(text).replace(DOT_OF_DOMAIN, ". ");
}

function undecorated(text: string): string {
  const cleaned = plainLine(text);
  const plain = cleaned
    .replace(/[`´]/g, "'")
    .normalize("NFKC")
    .replace(/ (?=[\u0300-\u036f])|[\u0300-\u036f]/g, "")
    .replace(/[\u02b9-\u02bd\u2018-\u201b\u2032]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(DECORATION, " ")
    .replace(/[([][\] ()[]{0,9}[)\]]/g, " ")
    .replace(/ +/g, " ")
    .replace(/(["#%&'()+,./:;@[\]-])(?: ?\1)+/g, "$1")
    .replace(/^[ %&+,./:;)\]-]+|[ #&,./:;@([-]+$/g, "");
  return plain || cleaned;
}

/** Returns a text as it is stored: a name without decoration, a comment trimmed. */
export function cleanText(name: TextName, text: string): string {
  return name === "comment" ? plainText(text) : plainName(text);
}

const ENDINGS = "com|net|org|in|co|io|ai|me|info|biz|app|dev|xyz|site|online|website|ly";
/** Matches "evil.in" and "t.me/x", but not "Dr.Rao", "St. John's", "K.R.Puram/2" or "Sy.No/12". */
const DOMAIN =
  `[^ .,/@:;()]{2} ?\\.(?:${ENDINGS})\\.?(?:$|[ ,;:/#()"'&+%@[\\]])|` +
  "(?:^|[^.])[^ .,/@:;()] ?\\.(?!nos?/)[a-z]{2,}/[a-z0-9]";
const ADDRESS = new RegExp(
  `[a-z]{3}:/|(?:^|[^a-z])(?:https?|ftp|mailto|tel|sms|whatsapp|upi) *:|www\\.|\\.xn-|[^ @]@[^ @]+\\.[^ @]{2}|${DOMAIN}`,
);

/** Returns whether a typed name holds an obvious web or email address. plainName breaks up any other. (spec 10) */
export function holdsAddress(typed: string): boolean {
  return ADDRESS.test(undecorated(typed).toLowerCase());
}

/**
 * Returns whether a plain name holds a phone number: more than four digits in a row, or ten without a letter between them. House numbers
 * such as "8-2-293/82/A" are shorter. (spec 10)
 */
export function holdsLongNumber(plain: string): boolean {
  return /[0-9]{5}|[0-9](?: ?[0-9]){9}/.test(fold(plain.replaceAll(",", " ")));
}

const LATIN = "[a-z\\u00df-\\u024f]";
const LOOK_ALIKE = "[\\u0370-\\u058f\\u13a0-\\u13ff\\u2c80-\\u2cff\\uab70-\\uabbf]";
const MIXED_WORD = new RegExp(`${LATIN}[^ ]*${LOOK_ALIKE}|${LOOK_ALIKE}[^ ]*${LATIN}`);

/** Returns whether a word mixes Latin with look-alike Greek, Cyrillic, Armenian, Cherokee or Coptic letters. (spec 10) */
export function mixesAlphabets(text: string): boolean {
  return MIXED_WORD.test(fold(text));
}
