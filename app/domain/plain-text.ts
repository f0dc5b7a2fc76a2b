// How visitors' text is cleaned. The migration clean_visitor_text does the same and has the last word; that both
// agree keeps the form from accepting what the database then refuses.

// Control characters, bidirectional overrides, zero-width spaces and fillers. Not the joiners U+200C and U+200D, which
// Indian scripts and emoji need.
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const SPACES = /[\s\u0085]+/g;
const LINE_BREAK = /\r\n|[\v\f\r\u0085\u2028\u2029]/g;
// oxlint-disable-next-line no-misleading-character-class
const JOINERS_AND_VARIATIONS = /[\u200c\u200d\ufe00-\ufe0f]/g;

/** Text of several lines as it is stored: nothing invisible, line breaks as LF, no space around it. (spec 5) */
export function plainText(text: string): string {
  return withoutInvisible(text.replace(LINE_BREAK, "\n")).trim();
}

/** Text of one line as it is stored: nothing invisible, single spaces, none around it. (spec 5) */
export function plainLine(text: string): string {
  return withoutInvisible(text).replace(SPACES, " ").trim();
}

/** Whether a reader would see nothing of a text. (spec 5) */
export function isBlank(text: string): boolean {
  return plainLine(text).replace(JOINERS_AND_VARIATIONS, "").trim() === "";
}

/** What two spellings of the same name have in common: they may differ in case, spaces and joiners. (spec 2) */
export function nameKey(name: string): string {
  return plainLine(name)
    .replace(/[\u200c\u200d]/g, "")
    .toLowerCase();
}

/** How many characters the database counts in a text: an emoji of one code point is one, not two. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}

function withoutInvisible(text: string): string {
  return text.toWellFormed().normalize("NFC").replace(INVISIBLE, "");
}
