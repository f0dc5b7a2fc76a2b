import type { GroupPage } from "~/data/reviews";
import type { PropertyGroup, PropertyName } from "~/domain/property-group";
import { listedCity } from "~/domain/cities";
import { parseReviewQuery, type ReviewQuery } from "~/domain/review-query";
import { type SearchNotice, searchNotice } from "./search-notice";

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
export async function readReviewList(url: URL, source: ReviewSource): Promise<ReviewList> {
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
