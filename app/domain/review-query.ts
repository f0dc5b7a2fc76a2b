import { isKeyOf } from "./enumerations";
import { fold } from "./fold";
import { plainLine } from "./plain-text";
import { MAX_LENGTHS } from "./review-texts";

/** Keys are in URLs and must match browse_properties in the database. */
export const REVIEW_SORTS = {
  recent: "Most Recent",
  rating: "Highest Rated",
  verified: "Verified Only",
} as const;
export type ReviewSort = keyof typeof REVIEW_SORTS;

/** The search, filters and order of the review list. */
export interface ReviewQuery {
  /** "" matches every review. */
  search: string;
  /** "" for all cities. */
  city: string;
  sort: ReviewSort;
}

export const MAX_SEARCH_LENGTH = 100;

/** Parses ?q=, ?city= and ?sort=. Ignores invalid values, never throws. The route's `handle` names the same parameters. (spec 2, 5) */
export function parseReviewQuery(searchParams: URLSearchParams): ReviewQuery {
  const city = shortLine(searchParams.get("city"), MAX_LENGTHS.city);
  const sort = searchParams.get("sort");
  return {
    search: shortLine(searchParams.get("q"), MAX_SEARCH_LENGTH),
    city: fold(city) === "all" ? "" : city,
    sort: isKeyOf(REVIEW_SORTS, sort) ? sort : "recent",
  };
}

/**
 * Formats the query as "?q=…&city=…&sort=…", or "" without filters in the default order. `extra` parameters follow; empty ones are left
 * out. The inverse of parseReviewQuery. (spec 2)
 */
export function reviewQueryString(query: ReviewQuery, extra: Record<string, string | null | undefined> = {}): string {
  const params = new URLSearchParams();
  const sort = query.sort === "recent" ? "" : query.sort;
  for (const [name, value] of Object.entries({ q: query.search, city: query.city, sort, ...extra })) {
    if (value) params.set(name, value);
  }
  return params.size === 0 ? "" : `?${params}`;
}

/** Returns the canonical URL of one city's reviews. */
export function cityPath(city: string): string {
  return `/reviews${reviewQueryString({ search: "", city, sort: "recent" })}`;
}

function shortLine(text: string | null, maxLength: number): string {
  return Array.from(plainLine(text ?? ""))
    .slice(0, maxLength)
    .join("")
    .trim();
}

/** Returns the city in a URL, as its reviews spell it; undefined without a city or without reviews of it. (spec 2) */
export function cityNamed(name: string, cities: readonly string[]): string | undefined {
  // Do not compare with a hundred cities if the URL names none.
  if (name === "") return undefined;
  const key = fold(name);
  return cities.find((city) => fold(city) === key);
}
