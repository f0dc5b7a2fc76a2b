import type { Review } from "./review";

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
    publishedOn: "2025-08-05",
    displayName: "asha.r",
    verified: false,
    reported: false,
    reportedIssues: [],
    followUps: [],
    reply: null,
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
