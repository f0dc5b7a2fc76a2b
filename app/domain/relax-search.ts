import { isInCity, matcher, textsOf } from "./matches-query";
import { fold } from "./fold";
import type { Review } from "./review";
import type { ReviewQuery } from "./review-query";
import type { Meaning, RelaxedSearch } from "./search";
import { type SearchPart, typedWords, understandSearch } from "./understand-search";

const NUMBER = /^ ?[0-9]+( (st|nd|rd|th))?$/;

/** Parts of which one remains: filters and topics alone would list homes anywhere. */
const ANCHORS: Meaning[] = ["city", "place", "home", "word"];
/** The same for a search of filters and topics only. */
const FILTERS: Meaning[] = ["topic", "rent", "answer", "kind"];

/**
 * Relaxes a search that matches no review: leaves out words that occur in no review, then one part after another, the least important
 * first, until something matches. Returns null if nothing does. Must match private.relax_search in the database, which also replaces
 * words. (spec 10)
 */
export function relaxSearch(query: ReviewQuery, reviews: readonly Review[]): RelaxedSearch | null {
  const typed = typedWords(query.search);
  let kept = typed.map((text, at) => ({ text, at }));
  let isReplaced = false;
  let parts = understandKept();
  const fillers = parts.filter(({ meaning }) => meaning === "filler");
  const isFiller = (at: number) => fillers.some(({ first, last }) => first <= at && at <= last);
  if (!reviews.some(isInCity(query.city, parts))) return null;

  const anchors = parts.some(({ meaning }) => ANCHORS.includes(meaning)) ? ANCHORS : FILTERS;
  const places = parts.filter(({ meaning }) => meaning === "place");
  const unknownPlaces = places.filter((place) => !occurs(place));
  const beginnings = unknownPlaces.map(largerPlace);
  if (places.length > 0 && unknownPlaces.length === places.length && beginnings.every((name) => name === undefined))
    return null;
  /** The positions that are left out. */
  const gone = new Set<number>();
  for (const [number, { first, last }] of unknownPlaces.entries()) {
    const beginning = beginnings[number];
    const end = typed.findIndex(
      (_, at) => at >= first && at <= last && fold(typed.slice(first, at + 1).join(" ")) === beginning,
    );
    for (let at = first; at <= last; at += 1) if (at > end) gone.add(at);
    if (beginning === undefined || end >= 0) continue;
    gone.delete(first);
    kept[first] = { text: asTyped(beginning), at: first };
    isReplaced = true;
  }

  const unknown = parts.filter((part) => ["word", "home", "generic"].includes(part.meaning) && !occurs(part));
  for (const { first, last } of unknown) for (let at = first; at <= last; at += 1) gone.add(at);
  const numbers = parts.filter(({ meaning, word }) => meaning === "generic" && NUMBER.test(word));
  const besides = numbers.filter(({ first, last }) => gone.has(first - 1) || gone.has(last + 1));
  for (const { first } of besides) gone.add(first);
  if (gone.size > 0 || isReplaced) leaveOut((at) => gone.has(at));

  while (parts.some(({ meaning }) => anchors.includes(meaning))) {
    if (reviews.some(matcher(query, reviews, parts))) {
      return { search: kept.map(({ text }) => text).join(" "), leftOut: leftOut(), isReplaced };
    }
    const least = leastImportant();
    if (!least) return null;
    leaveOut((at) => least.first <= at && at <= least.last);
  }
  return null;

  function understandKept(): SearchPart[] {
    return understandSearch(kept.map(({ text }) => text).join(" "), query.city, reviews);
  }

  function leaveOut(isLeftOut: (position: number) => boolean) {
    kept = kept.filter(({ at }, position) => !isLeftOut(position) && !isFiller(at));
    parts = understandKept();
  }

  function leftOut(): string[] {
    const isKept = new Set(kept.map(({ at }) => at));
    const words = typed.map((word, at) => (isKept.has(at) || isFiller(at) ? null : word));
    return words.reduce<string[]>((runs, word, at) => {
      if (word === null) return runs;
      return (words[at - 1] ?? null) === null ? [...runs, word] : [...runs.slice(0, -1), `${runs.at(-1)} ${word}`];
    }, []);
  }

  function occurs(part: SearchPart): boolean {
    return reviews.some(matcher(query, reviews, [part, ...parts.filter(({ meaning }) => meaning === "city")]));
  }

  /** Returns the longest beginning of a place that is a locality: "koramangala 5 th block" → "koramangala". */
  function largerPlace({ word }: SearchPart): string | undefined {
    const localities = reviews.filter(isInCity(query.city, parts)).map(({ locality }) => fold(locality));
    const words = word.trim().split(" ");
    const shorterNames = words.map((_, shorter) => words.slice(0, -1 - shorter).join(" "));
    return shorterNames.find((name) => name !== "" && localities.includes(name));
  }

  function leastImportant(): SearchPart | undefined {
    const last = (...meanings: string[]) => parts.findLast(({ meaning }) => meanings.includes(meaning));
    return (
      last("generic") ??
      parts.findLast((part) => (part.meaning === "word" || part.meaning === "home") && !isInNames(part)) ??
      last("topic") ??
      last("rent", "answer") ??
      last("kind")
    );
  }

  /** Returns whether a home has a word in its names, together with the places of the search. */
  function isInNames(part: SearchPart): boolean {
    const words = [part, ...parts.filter(({ meaning }) => meaning === "place")].map(({ word }) => word);
    const here = reviews.filter(isInCity(query.city, parts));
    return here.some((review) => words.every((word) => textsOf(review).names.includes(word)));
  }
}

/** Formats the words of a phrase as one typed word: "12 b" → "12b", "lake view" → "lake-view". */
function asTyped(words: string): string {
  return words.replaceAll(/([0-9]) (?=[^0-9 ])|([^0-9 ]) (?=[0-9])/g, "$1$2").replaceAll(" ", "-");
}
