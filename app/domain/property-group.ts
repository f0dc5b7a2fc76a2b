import type { Review } from "./review";

/** Which property it is. */
export interface PropertyName {
  propertyId: string;
  propertyName: string;
  locality: string;
  city: string;
}

/** A property, with those of its reviews that match the current search. (spec 3) */
export interface PropertyGroup extends PropertyName {
  /** Of those that match, perhaps only the first. */
  reviews: Review[];
  /** Over all reviews of the property, whatever was searched. */
  totalRating: number;
  count: number;
  /** Exact up to MAX_COUNTED_MATCHES; one more may stand for any more. */
  matchingCount: number;
}

/** Must match private.matching_reviews in the database. */
export const MAX_COUNTED_MATCHES = 100;
export const GROUPS_PER_PAGE = 10;
/** What fits one row of a wide screen. */
export const REVIEWS_PER_GROUP = 3;
export const REVIEWS_PER_PROPERTY_PAGE = 60;

/** The average rating to one decimal, halves rounded up: "4.3". (spec 9) */
export function averageRating(group: Pick<PropertyGroup, "totalRating" | "count">): string {
  if (group.count === 0) return "0.0";
  // Rounded as tenths: 4.35 has no exact binary form, 43.5 has one.
  return (Math.round((group.totalRating * 10) / group.count) / 10).toFixed(1);
}
