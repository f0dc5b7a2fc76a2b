/** What a part of a search can mean; see docs/decisions/0020-understanding-a-search.md. */
export const MEANINGS = [
  "home",
  "rent",
  "kind",
  "answer",
  "topic",
  "generic",
  "filler",
  "city",
  "place",
  "word",
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** What the page shows of a search that it understood. */
export interface UnderstoodPart {
  meaning: Meaning;
  /** "0-20000", "kind:pg", "size:2bhk", a topic, a city, a locality; otherwise the folded words. */
  value: string;
  typed: string;
  /** The search without this part. */
  without: string;
}

/** The search that was run instead of one that found nothing. */
export interface RelaxedSearch {
  search: string;
  /** The typed words that were left out; adjacent words are one entry. */
  leftOut: string[];
  /** Whether a word was replaced by a known one, or a place by a larger one. */
  isReplaced: boolean;
}
