import { ALTERNATE_NAMES } from "./cities";
import { groupBy } from "./group-by";
import { plainLine } from "./plain-text";
import { MAX_SEARCH_LENGTH } from "./review-query";
import { plainWords, searchKey } from "./search-key";

/** Each costs a look at every review that is read. */
export const MAX_SEARCH_WORDS = 10;

/**
 * The words that a search looks for, at most ten; one that is part of another adds nothing. Must match private.search_words
 * in the database. (spec 5)
 */
export function searchWords(search: string): string[] {
  const line = Array.from(plainLine(search)).slice(0, MAX_SEARCH_LENGTH).join("");
  const words = [...new Set(searchKey(line).split(/[ ,;]+/))].filter(Boolean);
  return words
    .filter((word) => !words.some((longer) => longer !== word && longer.includes(word)))
    .slice(0, MAX_SEARCH_WORDS);
}

/** The names of each city that has several, each as plainWords spells it. */
const NAMES_OF_CITIES = [...groupBy(Object.entries<string>(ALTERNATE_NAMES), ([, city]) => city)].map(([city, names]) =>
  [city, ...names.map(([name]) => name)].map((name) => plainWords(searchKey(name))),
);

/**
 * A text as searches look through it, followed by the other names of the cities in it: what is in Bangalore is found in
 * Bengaluru, too. Must match private.search_text in the database. (spec 2)
 */
export function searchText(text: string): string {
  const key = searchKey(text);
  const words = plainWords(key);
  const others = NAMES_OF_CITIES.filter((names) => names.some((name) => words.includes(name)))
    .flat()
    .filter((name) => !words.includes(name));
  return key + others.join("");
}
