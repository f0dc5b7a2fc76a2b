import { expect, test } from "vitest";
import { groupReviews } from "./group-reviews";
import type { ReviewSort } from "./review-query";
import { testReview } from "./test-review";

test(
  "reviews of the same name, locality and city are one group, whatever their case and spaces",
  { tags: ["1.2", "2.56", "3.22"] },
  () => {
    const groups = groupReviews(
      [
        testReview({ id: "2", propertyName: " lakeview  residency", rating: 2 }),
        testReview({ id: "3", propertyName: "LAKEVIEW RESIDENCY", rating: 4 }),
        testReview({ id: "1", propertyName: "Lakeview Residency", rating: 5 }),
      ],
      "recent",
    );
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({ totalRating: 11, count: 3 });
    expect(groups[0]?.reviews.map(({ id }) => id)).toEqual(["2", "3", "1"]);
  },
);

test("a group has the spelling and the property id of its oldest review", () => {
  const [group] = groupReviews(
    [
      testReview({ propertyId: "new", propertyName: "LAKEVIEW", rating: 5 }),
      testReview({ propertyId: "old", propertyName: "Lakeview", rating: 1 }),
    ],
    "rating",
  );
  expect(group).toMatchObject({ propertyId: "old", propertyName: "Lakeview" });
});

test("another locality or city is another group", { tags: ["2.56"] }, () => {
  const groups = groupReviews(
    [
      testReview({ locality: "Indiranagar", city: "Bengaluru" }),
      testReview({ locality: "Koramangala", city: "Bengaluru" }),
      testReview({ locality: "Indiranagar", city: "Mysuru" }),
      testReview({ locality: null, city: "Mysuru" }),
    ],
    "recent",
  );
  expect(groups.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
});

test("words do not wander between name and locality when reviews are grouped", () => {
  const groups = groupReviews(
    [
      testReview({ propertyName: "Lake View", locality: "Park" }),
      testReview({ propertyName: "Lake", locality: "View Park" }),
    ],
    "recent",
  );
  expect(groups).toHaveLength(2);
});

test("groups are ordered by name, then locality, then city, ignoring case", { tags: ["2.61"] }, () => {
  const groups = groupReviews(
    [
      testReview({ propertyName: "beta", locality: "A", city: "A" }),
      testReview({ propertyName: "Alpha", locality: "b", city: "A" }),
      testReview({ propertyName: "alpha", locality: "A", city: "Pune" }),
      testReview({ propertyName: "ALPHA", locality: "a", city: "Delhi" }),
      testReview({ propertyName: "Alpha", locality: null, city: "Pune" }),
    ],
    "recent",
  );
  expect(groups.map(({ propertyName, locality, city }) => [propertyName, locality, city])).toEqual([
    ["Alpha", null, "Pune"],
    ["ALPHA", "a", "Delhi"],
    ["alpha", "A", "Pune"],
    ["Alpha", "b", "A"],
    ["beta", "A", "A"],
  ]);
});

test("Most Recent and Verified Only keep the newest first", { tags: ["4.1", "5.42", "5.44"] }, () => {
  expect(idsInGroup("recent")).toEqual(["new", "middle", "old"]);
  expect(idsInGroup("verified")).toEqual(["new", "middle", "old"]);
});

test("Highest Rated puts the best first, and the newest of equals", { tags: ["5.43"] }, () => {
  expect(idsInGroup("rating")).toEqual(["middle", "old", "new"]);
});

test("grouping leaves the list it is given as it was", () => {
  const reviews = [testReview({ id: "1", rating: 1 }), testReview({ id: "2", rating: 5 })];
  groupReviews(reviews, "rating");
  expect(reviews.map(({ id }) => id)).toEqual(["1", "2"]);
});

test("a group shows what matches and counts all that there is", () => {
  const reviews = [
    testReview({ id: "1", rating: 1 }),
    testReview({ id: "2", rating: 5 }),
    testReview({ id: "3", propertyName: "Another House", rating: 2 }),
  ];
  const groups = groupReviews(reviews, "recent", ({ rating }) => rating === 5);
  expect(groups).toMatchObject([{ totalRating: 6, count: 2, matchingCount: 1 }]);
  expect(groups[0]?.reviews.map(({ id }) => id)).toEqual(["2"]);
});

test("nothing makes no groups", () => {
  expect(groupReviews([], "recent")).toEqual([]);
});

function idsInGroup(sort: ReviewSort) {
  const newestFirst = [
    testReview({ id: "new", rating: 3 }),
    testReview({ id: "middle", rating: 5 }),
    testReview({ id: "old", rating: 5 }),
  ];
  return groupReviews(newestFirst, sort)[0]?.reviews.map(({ id }) => id);
}
