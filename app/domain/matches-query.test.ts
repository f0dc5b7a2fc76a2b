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
  ["villa", true],
  ["flat", false],
  ["cafe", true, { propertyName: "Café" }],
  ["कमरा", false, { comment: "कमरे" }],
  ["lake_iew", false],
  ["l%w", false],
  ["l.*w", false],
  ["100%", true, { comment: "100% refund" }],
  ["", true, { locality: "" }],
  ["bangalore", true],
  ["BENGALURU", false, { city: "Pune", comment: "Better than Bangalore." }],
  ["house in bangalore", true, { comment: "A flat in Bengaluru." }],
  ["bangaloreans", false],
  ["new delhi", true, { city: "Delhi" }],
  ["बेंगलुरु lakeview", true],
  ["bengaluru pune", true, { city: "Pune", comment: "Better than ಬೆಂಗಳೂರು." }],
  ["pani", true],
  ["good pressure for rent", true],
  ["for rent", false],
  ["safai", false],
  ["lift", true, { comment: "No parking, no lift." }],
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

const HOMES: [id: string, ...Partial<Review>[]][] = [
  ["two", { answers: { size: "2bhk", rent: "12k_18k" } }, { answers: { size: "1bhk" } }, { answers: { size: "2bhk" } }],
  ["said", { comment: "A 3 bhk, not 3BHKs." }, { comment: "Three BHK or 3 bedroom" }, { comment: "2 bhk" }],
  ["villa", { answers: { property_type: "Villa", pets: "yes" } }, { answers: { pets: "no", rent: "over_1l" } }],
  [
    "hostel",
    { answers: { property_type: "Shared Room", food: "fair" } },
    { comment: "A pg for girls.", answers: { food: "none" } },
  ],
  ["named", { propertyName: "Palm Gents PG 1 BHK No Broker" }],
];

test.for<[search: string, homes: string[]]>([
  ["2bhk", ["two"]],
  ["1 bhk", ["two", "named"]],
  ["3 bhk", ["said"]],
  ["2bhk 1bhk", ["two"]],
  ["pg", ["hostel", "named"]],
  ["house", ["villa"]],
  ["gents", ["named"]],
  ["ladies", ["hostel"]],
  ["with pets", ["villa"]],
  ["with food", ["hostel"]],
  ["no broker", []],
  ["12-18k", ["two"]],
  ["under 12k", []],
  ["18-25k", []],
  ["2-3lakh", ["villa"]],
])("filters homes for %j", { tags: ["5.40"] }, ([search, homes]) => {
  const reviews = HOMES.flatMap(([propertyId, ...ofHome]) => ofHome.map((own) => testReview({ propertyId, ...own })));
  const found = reviews.filter(matcher({ search, city: "", sort: "recent" }, reviews));
  expect([...new Set(found.map(({ propertyId }) => propertyId))]).toEqual(homes);
});

test("searches for at most ten words, without those that are part of another", () => {
  expect(matches({ search: "lakeview view qw" })).toBe(false);
  const search = "residency indiranagar pressure lakeview water calm galuru street quiet level";
  expect(matches({ search: `${search} qwx` }, { comment: "Calm water pressure, quiet street level." })).toBe(true);
});

function matches(query: Partial<ReviewQuery>, given: Partial<Review> = {}): boolean {
  const review = testReview({ answers: { property_type: "Villa" }, comment: "Good water pressure.", ...given });
  return matcher({ search: "", city: "", sort: "recent", ...query }, [review])(review);
}
