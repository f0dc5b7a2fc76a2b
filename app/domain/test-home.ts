import type { Home, HomeSummary } from "./home";

/** Returns a home for tests, with one review of four stars. */
export function testHome(own: Partial<Home> = {}): Home {
  const bursts = { isChecked: false, uncountedCount: 0 };
  return { ...HOME, ...NEWEST, figures: { "rating:4": 1 }, isCityAccepted: true, bursts, nearby: [], ...own };
}

/** Returns a home in a list, for tests. */
export function testHomeSummary(own: Partial<HomeSummary> = {}): HomeSummary {
  return { ...HOME, ...NEWEST, recommend: { yes: 0, no: 0 }, facts: {}, ...own };
}

const NEWEST = { lastReviewOn: "2025-08-05", excerpt: "Quiet street." };
const HOME = {
  propertyId: "1a2b3c4d-0000-4000-8000-000000000000",
  propertyName: "Lakeview Residency",
  locality: "Indiranagar",
  city: "Bengaluru",
  count: 1,
  totalRating: 4,
};
