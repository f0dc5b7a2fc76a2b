/** The languages of the Unicode blocks from U+0900 on, of 128 characters each. Devanagari is Hindi's for most. */
const LANGUAGES = ["hi", "bn", "pa", "gu", "or", "ta", "te", "kn", "ml"];

/**
 * The language that most letters of a text are written in, for its lang, by which readers pronounce it and browsers choose a
 * typeface; undefined for English, the language of the page.
 */
export function languageOf(text: string): string | undefined {
  const letters = text.replace(/[^\u0900-\u0d7f\u0600-\u06ff]/g, "");
  if (letters.length <= text.replace(/[^a-z]/gi, "").length) return undefined;
  return LANGUAGES[(letters.charCodeAt(0) - 0x900) >> 7] ?? "ur";
}
