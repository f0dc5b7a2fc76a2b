import { expect, test } from "vitest";
import { matcher } from "./matches-query";
import type { Review } from "./review";
import type { ReviewQuery } from "./review-query";
import { testReview } from "./test-review";

test("a search matches property name, locality, comment and city", { tags: ["5.40"] }, () => {
  expect(matches({ search: "lakeview" })).toBe(true);
  expect(matches({ search: "indira" })).toBe(true);
  expect(matches({ search: "water pressure" })).toBe(true);
  expect(matches({ search: "galuru" })).toBe(true);
  expect(matches({ search: "koramangala" })).toBe(false);
});

test("a search ignores case", { tags: ["5.41"] }, () => {
  expect(matches({ search: "LAKEVIEW" })).toBe(true);
  expect(matches({ search: "WATER" })).toBe(true);
});

test("each word of a search is found somewhere in the same review", () => {
  expect(matches({ search: "residency indiranagar" })).toBe(true);
  expect(matches({ search: "Pressure, Bangalore; lakeview" })).toBe(true);
  expect(matches({ search: "lakeview koramangala" })).toBe(false);
  expect(matches({ search: "cyindira" })).toBe(false);
});

test("accents and joiners make no difference, vowel signs of Indian scripts do", () => {
  expect(matches({ search: "cafe" }, { propertyName: "Café" })).toBe(true);
  expect(matches({ search: "CAFE\u0301" }, { propertyName: "Cafe" })).toBe(true);
  expect(matches({ search: "क्षमा" }, { propertyName: "क्\u200dषमा" })).toBe(true);
  expect(matches({ search: "कमरा" }, { comment: "कमरे" })).toBe(false);
});

test("a search does not look at the name of the author or the property's type", () => {
  expect(matches({ search: "asha" })).toBe(false);
  expect(matches({ search: "villa" })).toBe(false);
});

test("percent signs, underscores and patterns are literal", () => {
  expect(matches({ search: "lake_iew" })).toBe(false);
  expect(matches({ search: "l%w" })).toBe(false);
  expect(matches({ search: "l.*w" })).toBe(false);
  expect(matches({ search: "100%" }, { comment: "100% refund" })).toBe(true);
  expect(matches({ search: "a_b" }, { comment: "flat a_b" })).toBe(true);
});

test("an empty search matches a review without locality", () => {
  expect(matches({ search: "" }, { locality: null })).toBe(true);
  expect(matches({ search: "null" }, { locality: null })).toBe(false);
});

test("the city filter wants the whole name, in any case", () => {
  expect(matches({ city: "Bengaluru" })).toBe(true);
  expect(matches({ city: "bengaluru" })).toBe(true);
  expect(matches({ city: "Beng" })).toBe(false);
  expect(matches({ city: "Pune", search: "lakeview" })).toBe(false);
});

test("a city is found and filtered under any of its names", () => {
  expect(matches({ search: "bangalore" })).toBe(true);
  expect(matches({ search: "BENGALURU" }, { city: "Pune", comment: "Better than Bangalore." })).toBe(true);
  expect(matches({ search: "flat in bangalore" }, { comment: "A flat in Bengaluru." })).toBe(true);
  expect(matches({ search: "bangaloreans" })).toBe(false);
  expect(matches({ search: "new delhi" }, { city: "Delhi" })).toBe(true);
  expect(matches({ search: "बेंगलुरु lakeview" })).toBe(true);
  expect(matches({ search: "bengaluru" }, { city: "Pune", comment: "Better than ಬೆಂಗಳೂರು." })).toBe(true);
  expect(matches({ city: "Bangalore" })).toBe(true);
  expect(matches({ city: "Bombay" })).toBe(false);
});

test("Verified Only leaves out what is not verified", { tags: ["5.44"] }, () => {
  expect(matches({ sort: "verified" }, { verified: false })).toBe(false);
  expect(matches({ sort: "verified" }, { verified: true })).toBe(true);
  expect(matches({ sort: "rating" }, { verified: false })).toBe(true);
});

function matches(query: Partial<ReviewQuery>, given: Partial<Review> = {}): boolean {
  const isMatch = matcher({ search: "", city: "", sort: "recent", ...query });
  return isMatch(testReview({ propertyType: "Villa", comment: "Good water pressure.", ...given }));
}
