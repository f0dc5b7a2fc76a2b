/** Languages of the consecutive Unicode blocks of 128 characters from U+0900. Devanagari counts as Hindi. */
const LANGUAGES = ["hi", "bn", "pa", "gu", "or", "ta", "te", "kn", "ml"];

/**
 * Returns the language of the first Indian or Arabic letter for `lang`, which selects pronunciation and font; undefined if such
 * letters do not outnumber Latin ones.
 */
export function languageOf(text: string): string | undefined {
  const letters = text.replace(/[^\u0900-\u0d7f\u0600-\u06ff]/g, "");
  if (letters.length <= text.replace(/[^a-z]/gi, "").length) return undefined;
  return LANGUAGES[(letters.charCodeAt(0) - 0x900) >> 7] ?? "ur";
}
