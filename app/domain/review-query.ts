import { isKeyOf } from "./enumerations";
import { nameKey, plainLine } from "./plain-text";
import type { Review } from "./review";

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
const MAX_CITY_LENGTH = 80;

/** Reads ?q=, ?city= and ?sort=. Never fails: what makes no sense counts as not given. (spec 2, 5) */
export function parseReviewQuery(searchParams: URLSearchParams): ReviewQuery {
  const city = shortLine(searchParams.get("city"), MAX_CITY_LENGTH);
  const sort = searchParams.get("sort");
  return {
    search: shortLine(searchParams.get("q"), MAX_SEARCH_LENGTH),
    city: nameKey(city) === "all" ? "" : city,
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

/** The order of reviews under a sort, for Array.sort: newest first, or highest rated and then newest. (spec 5) */
export function compareReviews(sort: ReviewSort): (a: Review, b: Review) => number {
  return sort === "rating" ? (a, b) => b.rating - a.rating || compareAge(a, b) : compareAge;
}

// Newest first. Reviews of the same moment go by id, as in the database, so that pages never overlap.
function compareAge(a: Review, b: Review): number {
  const difference = Date.parse(b.timestamp) - Date.parse(a.timestamp);
  if (difference !== 0) return difference;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}

function shortLine(text: string | null, maxLength: number): string {
  return Array.from(plainLine(text ?? ""))
    .slice(0, maxLength)
    .join("")
    .trim();
}
