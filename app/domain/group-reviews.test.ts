import { expect, test } from "vitest";
import { groupReviews, spelledAsMost } from "./group-reviews";
import type { ReviewSort } from "./review-query";
import { testReview } from "./test-review";

test("groups reviews in any spelling of a home, and spells it as most do", { tags: ["1.2", "2.56", "10.204"] }, () => {
  const newestFirst = [
    testReview({ id: "2", propertyName: "Lakeview Residency", locality: "HSR", rating: 2 }),
    testReview({ id: "3", propertyName: "Lakeview Residency", locality: "hsr", rating: 5 }),
    testReview({ id: "1", propertyId: "old", propertyName: "LAKEVIEW residency", locality: "Hsr", rating: 4 }),
  ];
  const [group, ...others] = groupReviews(spelledAsMost(newestFirst), "rating");
  expect(others).toEqual([]);
  const names = { propertyName: "Lakeview Residency", locality: "Hsr" };
  expect(group).toMatchObject({ propertyId: "old", ...names, totalRating: 11, count: 3 });
  expect(group?.reviews.at(-1)).toMatchObject({ id: "2", ...names });
  expect(newestFirst.map(({ id }) => id)).toEqual(["2", "3", "1"]);
});

test.for<[string, string]>([
  ["Lakeview Residency", "lÅkEvĨeW rĒsiDËncÝ"],
  ["Lakeview Residency", "LAKEVIEW RESIDENCY"],
  ["Lakeview Residency", "Lakeview residency"],
  ["Lakeview Residency", "lAKEVIEW Residency"],
  ["Tower of Hope", "tower of hope"],
  ["Tower of Hope", "TOWER OF HOPE"],
  ["St Mary's PG", "ST MARY'S PG"],
  ["Moonlight PG", "moonlight-pg"],
])("prefers the spelling %s to %s if both are used as often", { tags: ["10.204"] }, ([shown, other]) => {
  const named = [other, shown].map((propertyName) => ({ propertyName, locality: "HSR", city: "Pune" }));
  expect(spelledAsMost(named).map(({ propertyName }) => propertyName)).toEqual([shown, shown]);
  expect(spelledAsMost(named.toReversed())[0]?.propertyName).toBe(shown);
});

test("sorts groups by name, locality and city, ignoring case", { tags: ["2.56", "2.60"] }, () => {
  const groups = groupReviews(
    [
      testReview({ propertyName: "beta", locality: "A", city: "A" }),
      testReview({ propertyName: "Alpha", locality: "b", city: "A" }),
      testReview({ propertyName: "alpha", locality: "A", city: "Pune" }),
      testReview({ propertyName: "ALPHA", locality: "a", city: "Delhi" }),
      testReview({ propertyName: "Alpha", locality: "", city: "Pune" }),
      testReview({ propertyName: "Alpha A", locality: "", city: "Pune" }),
    ],
    "recent",
  );
  expect(groups.map(({ propertyName, locality, city }) => [propertyName, locality, city])).toEqual([
    ["Alpha", "", "Pune"],
    ["ALPHA", "a", "Delhi"],
    ["alpha", "A", "Pune"],
    ["Alpha", "b", "A"],
    ["Alpha A", "", "Pune"],
    ["beta", "A", "A"],
  ]);
});

test.for<[ReviewSort, string[]]>([
  ["recent", ["new", "middle", "old"]],
  ["verified", ["new", "middle", "old"]],
  ["rating", ["middle", "old", "new"]],
])("sorts a group by %s", { tags: ["4.1", "5.43"] }, ([sort, ids]) => {
  const newestFirst = [
    testReview({ id: "new", rating: 3 }),
    testReview({ id: "middle", rating: 5 }),
    testReview({ id: "old", rating: 5 }),
  ];
  expect(groupReviews(newestFirst, sort)[0]?.reviews.map(({ id }) => id)).toEqual(ids);
});

test("shows the matching reviews of a group and counts all", () => {
  const reviews = [
    testReview({ id: "1", rating: 1 }),
    testReview({ id: "2", rating: 5 }),
    testReview({ id: "3", propertyName: "Another House", rating: 2 }),
  ];
  const groups = groupReviews(reviews, "recent", ({ rating }) => rating === 5);
  expect(groups).toMatchObject([{ totalRating: 6, count: 2, matchingCount: 1, reviews: [{ id: "2" }] }]);
});
