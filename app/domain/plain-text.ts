// Control characters but tab and line feed: no keyboard types them, and the database refuses them.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text as it is stored: one kind of line break, no control characters, no space around it. (spec 5) */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll("\r\n", "\n").replace(CONTROL_CHARACTERS, "").trim();
}

/** Text of one line as it is stored: as plainText, with line breaks and tabs turned into spaces. (spec 5) */
export function plainLine(text: string): string {
  return plainText(text).replace(/[\n\t]+/g, " ");
}

/** Whether a reader would see nothing: only spaces, control characters and zero-width marks. (spec 5) */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}]/u.test(text);
}

/** How many characters the database counts in a text, where an emoji is one and not two. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}
