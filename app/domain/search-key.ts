import { lowerCase } from "./lower-case";

// Apart from the searches themselves, which know every city: addresses of homes are made in browsers, too.

/**
 * A text without case, accents and joiners. The accents are those of Latin, Greek and Cyrillic; the vowel signs of Indian
 * scripts are letters and stay. Must match private.search_key in the database. (spec 5)
 */
export function searchKey(text: string): string {
  return lowerCase(
    text
      .normalize("NFD")
      .replace(/[\u0300-\u036f]|\u200c|\u200d|\ufe0e|\ufe0f/g, "")
      .normalize("NFC"),
  );
}

/** The words of a search key, between spaces. Must match private.plain_words in the database. */
export function plainWords(key: string): string {
  return ` ${key.replace(/[\t-\r -/:-@[-`{-~।–-”]+/g, " ").trim()} `;
}
