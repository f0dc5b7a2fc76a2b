import type { GroupPage } from "~/data/reviews";
import type { PropertyGroup, PropertyName } from "~/domain/property-group";
import { listedCity } from "~/domain/cities";
import { parseReviewQuery, type ReviewQuery } from "~/domain/review-query";
import { type SearchNotice, searchNotice } from "./search-notice";

/** What the screen of reviews shows. */
export interface ReviewList {
  /** As the address asks. */
  query: ReviewQuery;
  /** Where the search gave way: what the list is of, and more of it, and what it says of that. */
  searched?: ReviewQuery;
  notice?: SearchNotice;
  cities: string[];
  groups: PropertyGroup[];
  /** Where the next page begins: of properties, or of one property's reviews when the focus is on that property. */
  next: string | null;
  /** Where a search finds none: up to three properties whose names are much like it. */
  similar?: PropertyName[];
  /** The one property (`?property=`) or review (`?review=`) that the address asks for, if any. */
  focus: { kind: "property" | "review"; id: string } | null;
}

/** Where the reviews of a list come from: the database, or this browser. */
export interface ReviewSource {
  browseProperties(query: ReviewQuery, after: string | null, isExact: boolean): Promise<GroupPage>;
  propertyPage(propertyId: string, query: ReviewQuery, after: string | null): Promise<GroupPage>;
  reviewInContext(reviewId: string): Promise<PropertyGroup | null>;
  reviewCities(): Promise<string[]>;
}

/**
 * Reads what the address of the screen asks for: `q`, `city`, `sort`, `exact`, and `after`, `property` or `review`. Throws the
 * source's error, with status 400 for a cursor that it never gave out. What it reads stands in the `handle` of its route.
 */
export async function readReviewList(url: URL, source: ReviewSource): Promise<ReviewList> {
  const asked = parseReviewQuery(url.searchParams);
  // `?city=Bangalore` asks for Bengaluru; an unlisted city stays as it is.
  const query = { ...asked, city: listedCity(asked.city) ?? asked.city };
  const focus = focusOf(url.searchParams);
  const isExact = url.searchParams.has("exact");
  const after = url.searchParams.get("after") || null;
  const [{ relaxed, ...page }, cities] = await Promise.all([
    readPage(source, query, focus, after, isExact),
    // Later pages are mostly added to the first, which has them.
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
