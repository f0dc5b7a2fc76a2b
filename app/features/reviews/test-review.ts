import type { PropertyGroup } from "~/domain/property-group";
import type { Review } from "~/domain/review";
import type { ReviewList } from "./read-review-list";

/** A review for tests: unverified, unreported, dated after the early-reviewer cutoff. */
export function testReview(own: Partial<Review> = {}): Review {
  return {
    id: "r1",
    propertyId: "p1",
    propertyName: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Bengaluru",
    propertyType: null,
    rating: 4,
    comment: "Quiet street.",
    timestamp: "2025-08-05T10:00:00+00:00",
    displayName: "asha.r",
    verified: false,
    reported: false,
    reportedIssues: [],
    wouldRecommend: null,
    moveOutIntent: null,
    moveInDate: null,
    duration: null,
    howIssuesReported: null,
    issueResolutionStatus: null,
    managementResponseTime: null,
    proofUrls: [],
    ...own,
  };
}

/** A property for tests with one review, unless told otherwise. */
export function testGroup(own: Partial<PropertyGroup> = {}): PropertyGroup {
  const key = own.key ?? "p1";
  const reviews = own.reviews ?? [testReview({ id: `${key}-r1`, propertyId: key, propertyName: own.propertyName })];
  return {
    key,
    propertyId: key,
    propertyName: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Bengaluru",
    reviews,
    totalRating: 4 * reviews.length,
    count: reviews.length,
    ...own,
  };
}

/** A list for tests: everything asked for, nothing found, unless told otherwise. */
export function testList(own: Partial<ReviewList> = {}): ReviewList {
  return { query: { search: "", city: "", sort: "recent" }, cities: [], groups: [], next: null, focus: null, ...own };
}
