import { fold } from "./fold";
import { groupBy } from "./group-by";
import type { PropertyGroup, PropertyName } from "./property-group";
import type { Review } from "./review";
import type { ReviewSort } from "./review-query";

/** Returns a key that is equal for reviews of one property: its folded name, locality and city. (spec 2) */
export function propertyKey(property: Omit<PropertyName, "propertyId">): string {
  return JSON.stringify([property.propertyName, property.locality, property.city].map(fold));
}

/** Replaces the names of each property with the spelling that most of its reviews use. (spec 10) */
export function spelledAsMost<Named extends Omit<PropertyName, "propertyId">>(reviews: readonly Named[]): Named[] {
  const names = new Map(
    [...groupBy(reviews, propertyKey)].map(([key, group]) => [
      key,
      {
        propertyName: mostUsed(group.map(({ propertyName }) => propertyName)),
        locality: mostUsed(group.map(({ locality }) => locality)),
        city: mostUsed(group.map(({ city }) => city)),
      },
    ]),
  );
  return reviews.map((review) => ({ ...review, ...names.get(propertyKey(review)) }));
}

/**
 * Returns the most frequent spelling. Ties: the fewest bytes, then a capital at the start of each word and nowhere else, then a
 * first letter that is not lower-case, then the highest code points. Must match private.most_used in the database.
 */
function mostUsed(spellings: string[]): string {
  const [first] = [...groupBy(spellings, (spelling) => spelling)]
    .map(([spelling, uses]) => ({
      spelling,
      ranks: [
        -uses.length,
        new TextEncoder().encode(spelling).length,
        Number(/[A-Za-z][A-Z]|(^| )[a-z]/.test(spelling)),
        Number(/^[a-z]/.test(spelling)),
      ],
    }))
    .sort(
      (a, b) =>
        a.ranks.map((rank, nth) => rank - (b.ranks[nth] ?? 0)).find(Boolean) ?? compareKeys(b.spelling, a.spelling),
    );
  return first?.spelling ?? "";
}

/**
 * Groups reviews, given newest first, by property. Sorts groups by folded name, locality and city, and the reviews in each by `sort`.
 * Leaves out properties without a match. (spec 2)
 */
export function groupReviews(
  reviews: readonly Review[],
  sort: ReviewSort,
  isMatch: (review: Review) => boolean = () => true,
): PropertyGroup[] {
  const groups = groupBy(reviews, propertyKey);
  return [...groups]
    .map(([key, group]) => ({
      parts: JSON.parse(key) as string[],
      group: toGroup(group, sort, isMatch),
    }))
    .filter(({ group }) => group.matchingCount > 0)
    .sort((a, b) => compareParts(a.parts, b.parts))
    .map(({ group }) => group);
}

function toGroup(newestFirst: Review[], sort: ReviewSort, isMatch: (review: Review) => boolean): PropertyGroup {
  const oldest = newestFirst.at(-1);
  if (!oldest) throw new Error("A property group has at least one review.");
  const { propertyId, propertyName, locality, city } = oldest;
  const matching = newestFirst.filter(isMatch);
  return {
    propertyId,
    propertyName,
    locality,
    city,
    // A stable sort: ties stay newest first.
    reviews: sort === "rating" ? matching.toSorted((a, b) => b.rating - a.rating) : matching,
    totalRating: newestFirst.reduce((total, review) => total + review.rating, 0),
    count: newestFirst.length,
    matchingCount: matching.length,
  };
}

/** Compares texts for Array.sort by UTF-16 code units. Below U+10000 this is the order of the database, which compares code points. */
export function compareKeys(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function compareParts(left: string[], right: string[]): number {
  for (const [index, part] of left.entries()) {
    const order = compareKeys(part, right[index] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}
