import type { Home, HomeFigures, HomeSummary } from "./home";

/** Figures for tests: no answers. */
export function testFigures(own: Partial<HomeFigures> = {}): HomeFigures {
  return {
    stars: [0, 0, 0, 0, 0],
    recommend: { yes: 0, no: 0 },
    responseTimes: { "1-2_days": 0, within_week: 0, more_than_week: 0, rarely_responds: 0, not_sure: 0 },
    resolutions: { all_fixed: 0, some_fixed: 0, none_fixed: 0, waiting: 0 },
    severities: { Minor: 0, Moderate: 0, Major: 0, Critical: 0 },
    propertyTypes: { Apartment: 0, "PG / Hostel": 0, "Independent House": 0, Villa: 0, "Shared Room": 0 },
    durations: { "Less than 6 months": 0, "6–12 months": 0, "1–2 years": 0, "More than 2 years": 0 },
    moveInYears: [],
    withPhotos: 0,
    ...own,
  };
}

/** A home for tests: one review of four stars. */
export function testHome(own: Partial<Home> = {}): Home {
  return { ...HOME, figures: testFigures({ stars: [0, 0, 0, 1, 0] }), nearby: [], ...own };
}

/** A home in a list, for tests. */
export function testHomeSummary(own: Partial<HomeSummary> = {}): HomeSummary {
  return { ...HOME, lastReviewOn: "2025-08-05", recommend: { yes: 0, no: 0 }, excerpt: "Quiet street.", ...own };
}

const HOME = {
  propertyId: "1a2b3c4d-0000-4000-8000-000000000000",
  propertyName: "Lakeview Residency",
  locality: "Indiranagar",
  city: "Bengaluru",
  count: 1,
  totalRating: 4,
};
