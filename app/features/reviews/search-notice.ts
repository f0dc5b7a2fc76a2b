import type { RelaxedSearch } from "~/domain/relax-search";
import { isolated } from "~/domain/plain-text";
import { type ReviewQuery, reviewQueryString } from "~/domain/review-query";

/** What the list says where a search gave way to another. */
export interface SearchNotice {
  sentence: string;
  /** Where a word was replaced: a link to the list of exactly what was typed, which ends the sentence. */
  exact?: { path: string; label: string };
}

/** Says what was left out, and what the list is of. (spec 10) */
export function searchNotice(query: ReviewQuery, { search, leftOut, isReplaced }: RelaxedSearch): SearchNotice {
  const showing = `Showing reviews for ${quoted(search)}`;
  const place = query.city && ` in ${isolated(query.city)}`;
  const unknown = leftOut.length > 0 ? `Nothing${place} mentions ${leftOut.map(quoted).join(" or ")}. ` : "";
  if (isReplaced) {
    const path = `/reviews${reviewQueryString(query, { exact: "1" })}`;
    return { sentence: `${unknown}${showing}; `, exact: { path, label: `search for ${quoted(query.search)} instead` } };
  }
  return { sentence: `${unknown || "No review has all these words. "}${showing}.` };
}

function quoted(text: string): string {
  return `“${isolated(text)}”`;
}
