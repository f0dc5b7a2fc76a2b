import { ALTERNATE_NAMES } from "./cities";
import { fold, joinLetters } from "./fold";
import { groupBy } from "./group-by";
import { plainLine } from "./plain-text";
import { MAX_SEARCH_LENGTH } from "./review-query";

/** Each word is compared with every review. */
export const MAX_SEARCH_WORDS = 10;

/**
 * Returns the folded words of a search, at most ten, without those that are part of another. A typed word that folds to several is a
 * phrase, whose numbers and single letters at the edges match whole words: "12-B" is " 12 b " and does not match "112 bats". Must match
 * private.search_words in the database. (spec 5)
 */
export function searchWords(search: string): string[] {
  const line = Array.from(plainLine(search)).slice(0, MAX_SEARCH_LENGTH).join("");
  const written = line.replace(/([0-9]),(?=[0-9])/g, "$1").split(/[ ,;]+/);
  const folded = written.map((word) => fold(word).replaceAll(" ", "_")).filter(Boolean);
  const words = [...new Set(joinLetters(folded.join(" ")).split(" "))].filter(Boolean).map(phrase);
  return words
    .filter((word) => !words.some((longer) => longer !== word && longer.includes(word)))
    .slice(0, MAX_SEARCH_WORDS);
}

function phrase(word: string): string {
  return word
    .replace(/^([^_]|[0-9]+)_/u, " $1_")
    .replace(/_([^_]|[0-9]+)$/u, "_$1 ")
    .replaceAll("_", " ");
}

/** The folded names of each city that has several. */
const NAMES_OF_CITIES = [...groupBy(Object.entries<string>(ALTERNATE_NAMES), ([, city]) => city)].map(([city, names]) =>
  [city, ...names.map(([name]) => name)].map((name) => ` ${fold(name)} `),
);

/**
 * Returns the text that searches look through: folded, with a space before and after, followed by the other names of the cities in it, so that
 * "Bangalore" finds "Bengaluru". Must match private.search_text in the database. (spec 2)
 */
export function searchText(text: string): string {
  const words = ` ${fold(text)} `;
  const others = NAMES_OF_CITIES.filter((names) => names.some((name) => words.includes(name)))
    .flat()
    .filter((name) => !words.includes(name));
  return words + others.join("");
}
