import type { Review } from "./review";

/** Returns a review for tests: unverified, unreported, dated after the early-reviewer cutoff. */
export function testReview(own: Partial<Review> = {}): Review {
  return {
    id: "r1",
    propertyId: "p1",
    propertyName: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Bengaluru",
    rating: 4,
    comment: "Quiet street.",
    publishedOn: "2025-08-05",
    displayName: "asha.r",
    verified: false,
    reported: false,
    answers: {},
    reportedIssues: [],
    followUps: [],
    reply: null,
    moveInDate: null,
    proofUrls: [],
    ...own,
  };
}
