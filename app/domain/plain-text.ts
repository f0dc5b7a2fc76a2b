// How visitors' text is cleaned. private.clean_line and private.clean_text in the database do the same and have the
// last word; that both agree keeps the form from accepting what the database then refuses.

// What nobody sees: control characters, direction overrides, zero-width spaces, fillers, tags, variation selectors that
// no emoji needs; and a vowel of Korean that PostgreSQL loses (U+11A7). Not the joiners U+200C and U+200D, nor U+FE0E and
// U+FE0F: where they stand decides.
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u070f\u115f\u1160\u11a7\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

// Beyond the 30 marks on a letter that Unicode's stream-safe format allows (UAX 15), which no language needs: to put them in
// order costs time with the square of their number. Joiners between them may go later.
const PILED_MARKS = /([\p{M}\u200c\u200d]{30})[\p{M}\u200c\u200d]+/gu;

// Where joiners and selectors are idle. Each pattern looks only at a letter, its dot and its vowel killer (क्‍ष), or at an
// Arabic letter, as they stand in composed text: what is cleaned once is clean.

// A name keeps a joiner at a vowel killer, and the non-joiner after an Arabic letter.
const SELECTORS = /[\ufe0e\ufe0f]/g;
const IDLE_IN_NAMES =
  // oxlint-disable-next-line no-misleading-character-class
  /(?<![\u0904-\u0939\u0958-\u0961\u0971-\u097f\u0985-\u09b9\u09ce\u09dc-\u09e1\u09f0\u09f1\u0a05-\u0a39\u0a59-\u0a5e\u0a72-\u0a74\u0a85-\u0ab9\u0ae0\u0ae1\u0b05-\u0b39\u0b5c-\u0b61\u0b83-\u0bb9\u0c05-\u0c39\u0c58-\u0c61\u0c85-\u0cb9\u0cde-\u0ce1\u0d05-\u0d3a\u0d54-\u0d56\u0d5f-\u0d61\u0d7a-\u0d7f\u0d85-\u0dc6\uabc0-\uabe2][\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc]?[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\uabed])(?:\u200d|(?<![\u0620-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0750-\u077f\u08a0-\u08c9])\u200c)(?:(?![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\uabed][\u0904-\u0939\u0958-\u0961\u0971-\u097f\u0985-\u09b9\u09ce\u09dc-\u09e1\u09f0\u09f1\u0a05-\u0a39\u0a59-\u0a5e\u0a72-\u0a74\u0a85-\u0ab9\u0ae0\u0ae1\u0b05-\u0b39\u0b5c-\u0b61\u0b83-\u0bb9\u0c05-\u0c39\u0c58-\u0c61\u0c85-\u0cb9\u0cde-\u0ce1\u0d05-\u0d3a\u0d54-\u0d56\u0d5f-\u0d61\u0d7a-\u0d7f\u0d85-\u0dc6\uabc0-\uabe2])|(?<![\u0904-\u0939\u0958-\u0961\u0971-\u097f\u0985-\u09b9\u09ce\u09dc-\u09e1\u09f0\u09f1\u0a05-\u0a39\u0a59-\u0a5e\u0a72-\u0a74\u0a85-\u0ab9\u0ae0\u0ae1\u0b05-\u0b39\u0b5c-\u0b61\u0b83-\u0bb9\u0c05-\u0c39\u0c58-\u0c61\u0c85-\u0cb9\u0cde-\u0ce1\u0d05-\u0d3a\u0d54-\u0d56\u0d5f-\u0d61\u0d7a-\u0d7f\u0d85-\u0dc6\uabc0-\uabe2][\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc]?[\u200c\u200d]))/gu;

// A text keeps joiners after whatever letter, and what emoji are made of.
const IDLE_VARIATIONS =
  /(?<![\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\u{1f000}-\u{1faff}])(?:(?<![0-9#*])[\ufe0e\ufe0f]|[\ufe0e\ufe0f](?!\u20e3))/gu;
const IDLE_JOINERS =
  // oxlint-disable-next-line no-misleading-character-class
  /(?<![\u0904-\u0939\u0958-\u0961\u0971-\u097f\u0985-\u09b9\u09ce\u09dc-\u09e1\u09f0\u09f1\u0a05-\u0a39\u0a59-\u0a5e\u0a72-\u0a74\u0a85-\u0ab9\u0ae0\u0ae1\u0b05-\u0b39\u0b5c-\u0b61\u0b83-\u0bb9\u0c05-\u0c39\u0c58-\u0c61\u0c85-\u0cb9\u0cde-\u0ce1\u0d05-\u0d3a\u0d54-\u0d56\u0d5f-\u0d61\u0d7a-\u0d7f\u0d85-\u0dc6\uabc0-\uabe2][\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc]?[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\uabed]?)(?<![\u0620-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0750-\u077f\u08a0-\u08c9])(?:\u200c|(?<![\ufe0f\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u{1f000}-\u{1faff}])\u200d|\u200d(?![\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u{1f000}-\u{1faff}]))/gu;

const SPACES = /[\s\u0085]+/g;
const LINE_BREAK = /\r\n|[\v\f\r\u0085\u2028\u2029]/g;
// oxlint-disable-next-line no-misleading-character-class
const JOINERS_AND_VARIATIONS = /[\u200c\u200d\ufe00-\ufe0f]/g;

/** Text of several lines as it is stored: nothing invisible, line breaks as LF, no space around it. (spec 5) */
export function plainText(text: string): string {
  return withoutInvisible(text.replace(LINE_BREAK, "\n"))
    .replace(IDLE_VARIATIONS, "")
    .replace(IDLE_JOINERS, "")
    .normalize("NFC")
    .trim();
}

/** Text of one line as it is stored: nothing invisible, single spaces, none around it. (spec 5) */
export function plainLine(text: string): string {
  return withoutInvisible(text.replace(SELECTORS, ""))
    .replace(IDLE_IN_NAMES, "")
    .normalize("NFC")
    .replace(SPACES, " ")
    .trim();
}

/** Whether a reader would see nothing of a text. (spec 5) */
export function isBlank(text: string): boolean {
  return plainLine(text).replace(JOINERS_AND_VARIATIONS, "").trim() === "";
}

/** What two spellings of the same name have in common: they may differ in case, spaces and joiners. (spec 2) */
export function nameKey(name: string): string {
  return lowerCase(plainLine(name).replace(/[\u200c\u200d]/g, ""));
}

/** Lower case as the database has it, letter by letter: a Σ at the end of a word and an İ are letters like others. */
export function lowerCase(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join("");
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A visitor's word for titles and attributes, where no <bdi> can stand: from right to left, it leaves the rest alone. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** The order of keys, for Array.sort: by code points as in the database, where an emoji comes after every letter. */
export function compareKeys(left: string, right: string): number {
  const others = Array.from(right);
  for (const [index, character] of Array.from(left).entries()) {
    const order = (character.codePointAt(0) ?? 0) - (others[index]?.codePointAt(0) ?? -1);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** How many characters the database counts in a text: an emoji of one code point is one, not two. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}

function withoutInvisible(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, "")
    .replace(PILED_MARKS, "$1")
    .normalize("NFC")
    .replace(PILED_MARKS, "$1");
}
