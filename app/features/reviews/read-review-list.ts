import type { GroupPage } from "~/data/reviews";
import type { PropertyGroup, PropertyName } from "~/domain/property-group";
import { listedCity } from "~/domain/cities";
import { parseReviewQuery, type ReviewQuery, reviewQueryString } from "~/domain/review-query";
import type { RelaxedSearch } from "~/domain/relax-search";
import { isolated } from "~/domain/plain-text";

/** The data of the list page. */
export interface ReviewList {
  /** The query in the URL. */
  query: ReviewQuery;
  /** For a relaxed search: the query of this list, and the notice about it. */
  searched?: ReviewQuery;
  notice?: SearchNotice;
  cities: string[];
  groups: PropertyGroup[];
  /** The cursor of the next page: of properties, or of one property's reviews if the focus is a property. */
  next: string | null;
  /** For a search without results: up to three properties with similar names. */
  similar?: PropertyName[];
  /** The property (`?property=`) or review (`?review=`) in the URL. */
  focus: { kind: "property" | "review"; id: string } | null;
}

/** The source of a list: the database or this browser. */
export interface ReviewSource {
  browseProperties(query: ReviewQuery, after: string | null, isExact: boolean): Promise<GroupPage>;
  propertyPage(propertyId: string, query: ReviewQuery, after: string | null): Promise<GroupPage>;
  reviewInContext(reviewId: string): Promise<PropertyGroup | null>;
  reviewCities(): Promise<string[]>;
}

/**
 * Reads the list for a URL: `q`, `city`, `sort`, `exact`, and `after`, `property` or `review`. Throws the source's error, with status
 * 400 for a forged cursor. The `handle` of the route lists the parameters.
 */
export async function buildReviewList(url: URL, source: ReviewSource): Promise<ReviewList> {
  const asked = parseReviewQuery(url.searchParams);
  // `?city=Bangalore` means Bengaluru; an unlisted city is unchanged.
  const query = { ...asked, city: listedCity(asked.city) ?? asked.city };
  const focus = focusOf(url.searchParams);
  const isExact = url.searchParams.has("exact");
  const after = url.searchParams.get("after") || null;
  const [{ relaxed, ...page }, cities] = await Promise.all([
    readPage(source, query, focus, after, isExact),
    // The first page has the cities, and later pages are mostly added to it.
    after === null ? source.reviewCities() : [],
  ]);
  const searched = relaxed && {
    searched: { ...query, search: relaxed.search },
    notice: searchNotice(query, relaxed),
  };
  return { query, ...searched, cities, ...page, focus };
}

async function readPage(
  source: ReviewSource,
  query: ReviewQuery,
  focus: ReviewList["focus"],
  after: string | null,
  isExact: boolean,
): Promise<GroupPage> {
  switch (focus?.kind) {
    case "property":
      return source.propertyPage(focus.id, query, after);
    case "review": {
      const group = await source.reviewInContext(focus.id);
      return { groups: group ? [group] : [], next: null };
    }
    default:
      return source.browseProperties(query, after, isExact);
  }
}

function focusOf(searchParams: URLSearchParams): ReviewList["focus"] {
  for (const kind of ["property", "review"] as const) {
    const id = searchParams.get(kind);
    if (id) return { kind, id };
  }
  return null;
}

/** The notice about a relaxed search. */
interface SearchNotice {
  sentence: string;
  /** For replaced words: a link to the exact search, which ends the sentence. */
  exact?: { path: string; label: string };
}

/** Says which words were omitted, and what the list shows instead. (spec 10) */
function searchNotice(query: ReviewQuery, { search, leftOut, isReplaced }: RelaxedSearch): SearchNotice {
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
