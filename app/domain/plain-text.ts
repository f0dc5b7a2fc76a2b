// How visitors' text is cleaned. The database decides: private.clean_line and private.clean_text must match, so that the form accepts
// nothing that the database refuses.

const JOINERS = "\\u200c\\u200d";
/** U+FE0E and U+FE0F select the text or emoji form of a character. */
const SELECTORS = "\\ufe0e\\ufe0f";

/** Character classes, as between brackets. Must match supabase/schemas/01_basics.sql. */
export const CLASSES = {
  /** Includes a vowel that PostgreSQL loses when it composes Korean (U+11A7); leaves out the selectors that emoji need. */
  invisible: [
    "\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f", // control characters but for white space
    "\\u00ad\\u034f\\u061c\\u070f\\u115f\\u1160\\u11a7\\u17b4\\u17b5\\u180b-\\u180f", // soft hyphen, fillers
    "\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164", // zero-width space, bidirectional controls
    "\\ufe00-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufffb", // variation selectors, byte order mark, annotations
    "\\u{13430}-\\u{1343f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}", // format controls, tags
  ].join(""),
  letter: [
    "\\u0904-\\u0939\\u0958-\\u0961\\u0971-\\u097f", // Devanagari
    "\\u0985-\\u09b9\\u09ce\\u09dc-\\u09e1\\u09f0\\u09f1", // Bengali
    "\\u0a05-\\u0a39\\u0a59-\\u0a5e\\u0a72-\\u0a74", // Gurmukhi
    "\\u0a85-\\u0ab9\\u0ae0\\u0ae1", // Gujarati
    "\\u0b05-\\u0b39\\u0b5c-\\u0b61", // Odia
    "\\u0b83-\\u0bb9", // Tamil
    "\\u0c05-\\u0c39\\u0c58-\\u0c61", // Telugu
    "\\u0c85-\\u0cb9\\u0cde-\\u0ce1", // Kannada
    "\\u0d05-\\u0d3a\\u0d54-\\u0d56\\u0d5f-\\u0d61\\u0d7a-\\u0d7f", // Malayalam
    "\\u0d85-\\u0dc6", // Sinhala
    "\\uabc0-\\uabe2", // Meetei Mayek
  ].join(""),
  nukta: "\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u0c3c\\u0cbc",
  virama: "\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\uabed",
  arabic:
    "\\u0620-\\u064a\\u066e\\u066f\\u0671-\\u06d3\\u06d5\\u06ee\\u06ef\\u06fa-\\u06ff\\u0750-\\u077f\\u08a0-\\u08c9",
  /** Arrows, symbols and emoji, which joiners combine. */
  picture: "\\u2190-\\u21ff\\u2300-\\u27bf\\u2900-\\u297f\\u2b00-\\u2bff\\u{1f000}-\\u{1faff}",
  /** Characters other than pictures that have both a text and an emoji form. */
  twoForms: "\\u00a9\\u00ae\\u203c\\u2049\\u2122\\u2139\\u3030\\u303d\\u3297\\u3299",
};

const INVISIBLE_CHARACTERS = characters(CLASSES.invisible);
const ALL_JOINERS = characters(JOINERS);
const ALL_SELECTORS = characters(SELECTORS);

// Unicode's stream-safe format (UAX 15) allows 30 combining marks per letter, more than any language needs; normalizing more takes
// quadratic time. Joiners count as marks, because later steps may remove them.
const EXCESS_MARKS = pattern(`([\\p{M}${JOINERS}]{30})[\\p{M}${JOINERS}]+`);

// Joiners and selectors without effect. The patterns look only at the characters beside them, and around a letter also at its nukta
// and virama (क्‍ष), so cleaning is idempotent.
const CONSONANT = "<letter><nukta>?";
/** In a name, joiners and non-joiners have an effect next to a virama, and a non-joiner also after an Arabic letter. */
const IDLE_IN_NAMES = pattern(
  `(?<!${CONSONANT}<virama>)(?:\\u200d|(?<!<arabic>)\\u200c)(?:(?!<virama><letter>)|(?<!${CONSONANT}[${JOINERS}]))`,
);
/**
 * In a text, joiners and non-joiners also have an effect after any letter of CLASSES.letter and CLASSES.arabic, joiners also within
 * emoji, and selectors in emoji and keycaps (1️⃣).
 */
const IDLE_JOINERS = pattern(
  `(?<!${CONSONANT}<virama>?)(?<!<arabic>)(?:\\u200c|(?<!\\ufe0f|<picture>)\\u200d|\\u200d(?!<picture>))`,
);
const IDLE_SELECTORS = pattern(`(?<!<twoForms>|<picture>)(?:(?<![0-9#*])[${SELECTORS}]|[${SELECTORS}](?!\\u20e3))`);

const SPACES = /[\s\u0085]+/g;
const LINE_BREAK = /\r\n|[\v\f\r\u0085\u2028\u2029]/g;

/** Returns multi-line text as it is stored: no invisible characters, LF line breaks, trimmed. (spec 5) */
export function plainText(text: string): string {
  return withoutInvisible(text.replace(LINE_BREAK, "\n"))
    .replace(IDLE_SELECTORS, "")
    .replace(IDLE_JOINERS, "")
    .normalize("NFC")
    .trim();
}

/** Returns one-line text as it is stored: no invisible characters, single spaces, trimmed. (spec 5) */
export function plainLine(text: string): string {
  return withoutInvisible(text.replace(ALL_SELECTORS, ""))
    .replace(IDLE_IN_NAMES, "")
    .normalize("NFC")
    .replace(SPACES, " ")
    .trim();
}

/** Returns whether a reader would see nothing. (spec 5) */
export function isBlank(text: string): boolean {
  return plainLine(text).replace(ALL_JOINERS, "").trim() === "";
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates right-to-left text in titles and attributes, which cannot hold a <bdi>. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** Counts characters as the database does: by code points. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}

function withoutInvisible(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replace(INVISIBLE_CHARACTERS, "")
    .replace(EXCESS_MARKS, "$1")
    .normalize("NFC")
    .replace(EXCESS_MARKS, "$1");
}

function characters(members: string): RegExp {
  return new RegExp(`[${members}]`, "gu");
}

/** Builds a regular expression, replacing <names> with their classes. */
function pattern(source: string): RegExp {
  return new RegExp(
    source.replace(/<(\w+)>/g, (_, name: keyof typeof CLASSES) => `[${CLASSES[name]}]`),
    "gu",
  );
}
