import type { RelaxedSearch } from "~/domain/relax-search";
import { isolated } from "~/domain/plain-text";
import { type ReviewQuery, reviewQueryString } from "~/domain/review-query";

/** The notice about a relaxed search. */
export interface SearchNotice {
  sentence: string;
  /** For replaced words: a link to the exact search, which ends the sentence. */
  exact?: { path: string; label: string };
}

/** Says which words were omitted, and what the list shows instead. (spec 10) */
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
