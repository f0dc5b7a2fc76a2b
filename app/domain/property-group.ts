import { compareKeys, nameKey } from "./plain-text";
import type { Review } from "./review";
import type { ReviewSort } from "./review-query";

/** The reviews of one property that match the current search. (spec 3) */
export interface PropertyGroup {
  /** The property's id. */
  key: string;
  propertyId: string;
  propertyName: string;
  locality: string | null;
  city: string;
  /** Perhaps only the first of them: `count` and `totalRating` are over all that match. */
  reviews: Review[];
  totalRating: number;
  count: number;
}

export const GROUPS_PER_PAGE = 20;
export const REVIEWS_PER_GROUP = 6;
export const REVIEWS_PER_PROPERTY_PAGE = 60;

/** The average rating to one decimal, halves rounded up: "4.3". (spec 9) */
export function averageRating(group: Pick<PropertyGroup, "totalRating" | "count">): string {
  if (group.count === 0) return "0.0";
  // Rounded as tenths: 4.35 has no exact binary form, 43.5 has one.
  return (Math.round((group.totalRating * 10) / group.count) / 10).toFixed(1);
}

/**
 * Groups reviews, newest first, by property: same name, locality and city but for case and spaces. Groups are ordered by
 * these, the reviews in each by `sort`. A property is spelt as in its oldest review here. (spec 2)
 * Groups all that it is given: what 'Verified Only' leaves out is `matchesQuery`'s to decide.
 */
export function groupReviews(reviews: readonly Review[], sort: ReviewSort): PropertyGroup[] {
  const groups = Map.groupBy(reviews, (review) => JSON.stringify(comparableProperty(review)));
  return [...groups]
    .map(([key, group]) => ({
      parts: JSON.parse(key) as string[],
      group: toGroup(group, sort),
    }))
    .sort((a, b) => compareParts(a.parts, b.parts))
    .map(({ group }) => group);
}

function toGroup(newestFirst: Review[], sort: ReviewSort): PropertyGroup {
  const oldest = newestFirst.at(-1);
  if (!oldest) throw new Error("A property group has at least one review.");
  const { propertyId, propertyName, locality, city } = oldest;
  return {
    key: propertyId,
    propertyId,
    propertyName,
    locality,
    city,
    // Of reviews with the same rating the newest comes first.
    reviews: sort === "rating" ? newestFirst.toSorted((a, b) => b.rating - a.rating) : newestFirst,
    totalRating: newestFirst.reduce((total, review) => total + review.rating, 0),
    count: newestFirst.length,
  };
}

function compareParts(left: string[], right: string[]): number {
  for (const [index, part] of left.entries()) {
    const order = compareKeys(part, right[index] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}

function comparableProperty({ propertyName, locality, city }: Pick<Review, "propertyName" | "locality" | "city">) {
  return [propertyName, locality ?? "", city].map(nameKey);
}
