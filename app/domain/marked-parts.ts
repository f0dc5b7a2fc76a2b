import { fold } from "./fold";

/** Joiners and apostrophes inside a word belong to it. */
const WORD = /[\p{L}\p{M}\p{N}](?:(?:\u200c|\u200d|['’])*[\p{L}\p{M}\p{N}])*/gu;
/** The maximum number of words that a beginning can match. */
const SPAN = 3;

/**
 * Splits a text into parts and marks words that start with one of `beginnings`, each of one or more folded words. A beginning with
 * a trailing blank matches whole words only. Must match private.make_review_searchable in the database. (spec 10)
 */
export function markedParts(text: string, beginnings: readonly string[]): { text: string; isMarked: boolean }[] {
  const words = Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    ...{ folded: fold(word), start: index, end: index + word.length },
  }));
  const parts: { text: string; isMarked: boolean }[] = [];
  let done = 0;
  words.forEach(({ start }, number) => {
    const ahead = words.slice(number, number + SPAN).map(({ folded }) => folded);
    const found = beginnings.find((beginning) => `${ahead.join(" ")} `.startsWith(beginning));
    if (found === undefined || start < done) return;
    const end = words[number + found.trimEnd().split(" ").length - 1]?.end ?? start;
    parts.push({ text: text.slice(done, start), isMarked: false }, { text: text.slice(start, end), isMarked: true });
    done = end;
  });
  return [...parts, { text: text.slice(done), isMarked: false }].filter((part) => part.text !== "");
}
