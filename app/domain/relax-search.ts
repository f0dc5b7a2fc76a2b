import { matcher } from "./matches-query";
import type { Review } from "./review";
import type { ReviewQuery } from "./review-query";
import { fold } from "./fold";
import { searchWords } from "./search";

/** The search that was run instead of one that found nothing. */
export interface RelaxedSearch {
  search: string;
  /** Words that occur in no review, and numbers beside them; adjacent words are one entry. */
  leftOut: string[];
  /** Whether a word was replaced by a known one. Only the database does this. */
  isReplaced: boolean;
}

/** Words that say little about a home. Must match private.generic_words in the database. */
export const GENERIC_WORDS: readonly string[] = (
  "a an the and or of in at on by to for from with without near nearby next opposite opp behind beside between under over above below " +
  "no not is my any good best review reviews st nd rd th mr mrs ms dr shri smt sri ji sir madam " +
  "landlord landlady owner tenant flat flats apartment apartments house home homes villa room rooms pg hostel bhk rk " +
  "rent rental rented society building sector block phase stage main cross road street lane floor wing " +
  "complex tower towers plot east west north south area corner circle gate junction signal stop extension " +
  "city market mall metro station hospital school college temple office bungalow furnished semi family bachelor bachelors"
).split(" ");

const NUMBER = /^ ?[0-9]+( (st|nd|rd|th))?$/;

/**
 * Relaxes a search that matches no review: first leaves out words that occur in no review, with a number beside them; then generic
 * words; then words that are in no name. Returns null if only generic words are left or still nothing matches. Must match
 * private.relax_search in the database, which also replaces words. (spec 10)
 */
export function relaxSearch(query: ReviewQuery, reviews: readonly Review[]): RelaxedSearch | null {
  const has = (words: string[]) => reviews.some(matcher(query, words));
  const asked = searchWords(query.search);
  const isUnknown = asked.map((word) => !has([word]));
  const isLeftOut = asked.map(
    (word, at) => isUnknown[at] || (NUMBER.test(word) && (isUnknown[at - 1] || isUnknown[at + 1])),
  );
  const leftOut: string[] = [];
  for (const [at, word] of asked.entries()) {
    if (!isLeftOut[at]) continue;
    leftOut.push(isLeftOut[at - 1] ? `${leftOut.pop()} ${asTyped(word)}` : asTyped(word));
  }
  const kept = asked.filter((_, at) => !isLeftOut[at]);
  const specific = kept.filter((word) => !isGeneric(word));
  if (specific.length === 0) return null;
  const named = new Set(reviews.flatMap(wordsOfNames));
  const names = specific.filter((word) =>
    word
      .trim()
      .split(" ")
      .every((part) => named.has(part)),
  );
  for (const words of [kept, specific, names].filter(({ length }) => length > 0)) {
    const search = words.map(asTyped).join(" ");
    if (has(searchWords(search))) return { search, leftOut, isReplaced: false };
  }
  return null;
}

function wordsOfNames({ propertyName, locality, city }: Review): string[] {
  return fold([propertyName, locality, city].join(" ")).split(" ");
}

/** Formats the words of a phrase as one typed word: " 12 b " → "12b", "lake view" → "lake-view". */
function asTyped(word: string): string {
  return word
    .trim()
    .replaceAll(/([0-9]) (?=[^0-9 ])|([^0-9 ]) (?=[0-9])/g, "$1$2")
    .replaceAll(" ", "-");
}

function isGeneric(word: string): boolean {
  return word
    .trim()
    .split(" ")
    .every((part) => /^([0-9]+|[a-z])$/.test(part) || GENERIC_WORDS.includes(part));
}
