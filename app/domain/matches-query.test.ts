import { expect, test } from "vitest";
import { matcher } from "./matches-query";
import type { Review } from "./review";
import type { ReviewQuery } from "./review-query";
import { testReview } from "./test-review";

test.for<[string, boolean, Partial<Review>?]>([
  ["LAKEVIEW", true],
  ["indira", true],
  ["water pressure", true],
  ["galuru", true],
  ["koramangala", false],
  ["Pressure, Bangalore; lakeview", true],
  ["lakeview koramangala", false],
  ["cyindira", false],
  ["asha", false],
  ["villa", false],
  ["cafe", true, { propertyName: "Café" }],
  ["कमरा", false, { comment: "कमरे" }],
  ["lake_iew", false],
  ["l%w", false],
  ["l.*w", false],
  ["100%", true, { comment: "100% refund" }],
  ["", true, { locality: "" }],
  ["bangalore", true],
  ["BENGALURU", true, { city: "Pune", comment: "Better than Bangalore." }],
  ["flat in bangalore", true, { comment: "A flat in Bengaluru." }],
  ["bangaloreans", false],
  ["new delhi", true, { city: "Delhi" }],
  ["बेंगलुरु lakeview", true],
  ["bengaluru", true, { city: "Pune", comment: "Better than ಬೆಂಗಳೂರು." }],
])("matches a search for %j: %s", { tags: ["5.40"] }, ([search, isMatch, review]) => {
  expect(matches({ search }, review)).toBe(isMatch);
});

test("filters by the whole city name, in any case and any of its names", () => {
  const cities = ["bengaluru", "Bangalore", "Beng", "Bombay"];
  expect(cities.map((city) => matches({ city }))).toEqual([true, true, false, false]);
  expect(matches({ city: "Pune", search: "lakeview" })).toBe(false);
});

test("leaves out unverified reviews with Verified Only", { tags: ["5.43"] }, () => {
  expect(matches({ sort: "verified" }, { verified: false })).toBe(false);
  expect(matches({ sort: "verified" }, { verified: true })).toBe(true);
  expect(matches({ sort: "rating" }, { verified: false })).toBe(true);
});

function matches(query: Partial<ReviewQuery>, given: Partial<Review> = {}): boolean {
  const isMatch = matcher({ search: "", city: "", sort: "recent", ...query });
  return isMatch(testReview({ answers: { property_type: "Villa" }, comment: "Good water pressure.", ...given }));
}
