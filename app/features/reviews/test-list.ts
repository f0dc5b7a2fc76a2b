import type { PropertyGroup } from "~/domain/property-group";
import { testReview } from "~/domain/test-review";
import type { ReviewList } from "./read-review-list";

/** Returns a property with one review, for tests. */
export function testGroup(own: Partial<PropertyGroup> = {}): PropertyGroup {
  const propertyId = own.propertyId ?? "p1";
  const reviews = own.reviews ?? [
    testReview({ id: `${propertyId}-r1`, propertyId, ...(own.propertyName && { propertyName: own.propertyName }) }),
  ];
  return {
    propertyId,
    propertyName: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Bengaluru",
    reviews,
    totalRating: 4 * reviews.length,
    count: reviews.length,
    matchingCount: own.count ?? reviews.length,
    ...own,
  };
}

/** Returns an empty list, for tests. */
export function testList(own: Partial<ReviewList> = {}): ReviewList {
  return { query: { search: "", city: "", sort: "recent" }, cities: [], groups: [], next: null, focus: null, ...own };
}
