import { isKeyOf } from "./enumerations";
import { fold } from "./fold";
import { plainLine } from "./plain-text";
import { MAX_LENGTHS } from "./review-fields";

/** The keys stand in addresses and are understood by browse_properties in the database. */
export const REVIEW_SORTS = {
  recent: "Most Recent",
  rating: "Highest Rated",
  verified: "Verified Only",
} as const;
export type ReviewSort = keyof typeof REVIEW_SORTS;

/** What a visitor is looking for on the review list. */
export interface ReviewQuery {
  /** "" matches every review. */
  search: string;
  /** "" stands for all cities. */
  city: string;
  sort: ReviewSort;
}

export const MAX_SEARCH_LENGTH = 100;

/**
 * Reads ?q=, ?city= and ?sort=. Never fails: what makes no sense counts as not given. (spec 2, 5)
 * What it reads stands in the `handle` of its route.
 */
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
 * The query as the end of an address, "?q=…&city=…&sort=…", or "" when it asks for everything in the usual order.
 * `extra` parameters follow; empty ones are left out, as are defaults. The inverse of parseReviewQuery. (spec 2)
 */
export function reviewQueryString(query: ReviewQuery, extra: Record<string, string | null | undefined> = {}): string {
  const params = new URLSearchParams();
  const sort = query.sort === "recent" ? "" : query.sort;
  for (const [name, value] of Object.entries({ q: query.search, city: query.city, sort, ...extra })) {
    if (value) params.set(name, value);
  }
  return params.size === 0 ? "" : `?${params}`;
}

/** The address of one city's reviews, and the one that its page calls canonical. */
export function cityPath(city: string): string {
  return `/reviews${reviewQueryString({ search: "", city, sort: "recent" })}`;
}

function shortLine(text: string | null, maxLength: number): string {
  return Array.from(plainLine(text ?? ""))
    .slice(0, maxLength)
    .join("")
    .trim();
}
