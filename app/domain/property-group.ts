import type { Review } from "./review";

export interface PropertyName {
  propertyId: string;
  propertyName: string;
  locality: string;
  city: string;
}

/** A property with the reviews that match the search. (spec 3) */
export interface PropertyGroup extends PropertyName {
  /** Only the first ones, if there are many. */
  reviews: Review[];
  /** Over all reviews of the property, whatever the search. */
  totalRating: number;
  count: number;
  /** Exact up to MAX_COUNTED_MATCHES; one more means "more". */
  matchingCount: number;
}

/** Must match private.matching_reviews in the database. */
export const MAX_COUNTED_MATCHES = 100;
export const GROUPS_PER_PAGE = 10;
/** One row of a wide screen. */
export const REVIEWS_PER_GROUP = 3;
export const REVIEWS_PER_PROPERTY_PAGE = 60;

/** Formats the average rating with one decimal, halves rounded up: "4.3". (spec 9) */
export function averageRating(group: Pick<PropertyGroup, "totalRating" | "count">): string {
  if (group.count === 0) return "0.0";
  // Rounds tenths: 43.5 has an exact binary form, 4.35 has none.
  return (Math.round((group.totalRating * 10) / group.count) / 10).toFixed(1);
}
