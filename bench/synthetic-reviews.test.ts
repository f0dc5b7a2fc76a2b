import { expect, test } from "vitest";
import { CITIES as LISTED_CITIES } from "~/domain/cities";
import {
  DURATIONS,
  HOW_ISSUES_REPORTED,
  ISSUE_RESOLUTION_STATUSES,
  keysOf,
  MANAGEMENT_RESPONSE_TIMES,
  PROPERTY_TYPES,
  SEVERITIES,
} from "~/domain/enumerations";
import { CITIES, homeSizes } from "./homes.ts";
import { LONGEST_TEXT, SHORTEST_TEXT, STORED_KEYS, syntheticReviews } from "./synthetic-reviews.ts";
import { RARE_WORDS } from "./words.ts";

const NOW = new Date("2026-11-21T12:00:00Z");

test("the same reviews come at every run", () => {
  const [first, second] = [1, 2].map(() => JSON.stringify([...syntheticReviews(500, 8, NOW).reviews()]));
  expect(first).toBe(second);
});

test("a few properties have many reviews, most have one or two", () => {
  const sizes = homeSizes(1_000_000);
  expect(sizes.slice(0, 6)).toEqual([30_000, 15_000, 10_000, 7_500, 6_000, 5_000]);
  expect(sizes.reduce((total, size) => total + size)).toBe(1_000_000);
  expect(sizes.filter((size) => size <= 2).length / sizes.length).toBeGreaterThan(0.9);
  expect(homeSizes(60).reduce((total, size) => total + size)).toBe(60);
});

test("reviews are as the form and the database let them be", () => {
  const { homes, reviews } = syntheticReviews(3_000, 8, NOW);
  const all = [...reviews()];
  const lengths = all.map(({ text }) => text.length);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(SHORTEST_TEXT);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(LONGEST_TEXT);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(homes.map(({ home }) => Object.values(home).join("\n").toLowerCase())).size).toBe(homes.length);
  expect(all.filter(({ rating }) => ![1, 2, 3, 4, 5].includes(rating))).toEqual([]);
  expect(all.filter(({ createdAt }) => createdAt > NOW)).toEqual([]);
  expect(all.filter(({ verified, photos }) => verified !== photos.length > 0)).toEqual([]);
  const verifiedShare = all.filter(({ verified }) => verified).length / all.length;
  expect(verifiedShare).toBeGreaterThan(0.13);
  expect(verifiedShare).toBeLessThan(0.17);
});

test("each rare word is in ten reviews", () => {
  const texts = [...syntheticReviews(2_000, 8, NOW).reviews()].map(({ text }) => text);
  for (const word of RARE_WORDS) expect(texts.filter((text) => text.includes(word)).length, word).toBe(10);
});

test("cities and keys are those of the product", () => {
  expect(CITIES.filter((city) => !LISTED_CITIES.includes(city))).toEqual([]);
  const keys = Object.fromEntries(
    Object.entries(STORED_KEYS).map(([name, weights]) => [name, weights.map(([key]) => key)]),
  );
  expect(keys).toEqual({
    propertyType: keysOf(PROPERTY_TYPES),
    duration: keysOf(DURATIONS),
    severity: keysOf(SEVERITIES),
    howIssuesReported: keysOf(HOW_ISSUES_REPORTED),
    issueResolutionStatus: keysOf(ISSUE_RESOLUTION_STATUSES),
    managementResponseTime: keysOf(MANAGEMENT_RESPONSE_TIMES),
  });
});
