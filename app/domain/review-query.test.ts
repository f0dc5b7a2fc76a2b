import { expect, test } from "vitest";
import type { Review } from "./review";
import {
  compareReviews,
  MAX_SEARCH_LENGTH,
  parseReviewQuery,
  REVIEW_SORTS,
  type ReviewQuery,
  type ReviewSort,
  reviewQueryString,
} from "./review-query";
import { testReview } from "./test-review";

test("the sorts are named as specified", () => {
  expect(REVIEW_SORTS).toEqual({ recent: "Most Recent", rating: "Highest Rated", verified: "Verified Only" });
});

test("an address without parameters asks for everything, newest first", () => {
  expect(parse("")).toEqual({ search: "", city: "", sort: "recent" });
});

test("search, city and sort are read from the address", () => {
  expect(parse("?q=lake+view&city=Pune&sort=rating")).toEqual({ search: "lake view", city: "Pune", sort: "rating" });
  expect(parse("?sort=verified").sort).toBe("verified");
});

test("a sort that does not exist falls back to the newest first", () => {
  for (const sort of ["", "oldest", "RATING", "toString", "__proto__"]) {
    expect(parse(`?sort=${sort}`).sort).toBe("recent");
  }
});

test("the city 'all' stands for all cities", () => {
  expect(parse("?city=all").city).toBe("");
  expect(parse("?city=+All+").city).toBe("");
  expect(parse("?city=Allapuzha").city).toBe("Allapuzha");
});

test("a search is trimmed and rid of control characters", () => {
  expect(parse("?q=%20%20lake%20").search).toBe("lake");
  expect(parse("?q=la%00ke%1B").search).toBe("lake");
  expect(parse("?q=lake%0Aview").search).toBe("lake view");
  expect(parse("?q=%00").search).toBe("");
  expect(parse("?city=Pu%00ne").city).toBe("Pune");
});

test("a search is cut after 100 characters, never through one", () => {
  expect(MAX_SEARCH_LENGTH).toBe(100);
  expect(parse(`?q=${"a".repeat(100)}`).search).toBe("a".repeat(100));
  expect(parse(`?q=${"a".repeat(101)}`).search).toBe("a".repeat(100));
  expect(parse(`?q=${"🏠".repeat(101)}`).search).toBe("🏠".repeat(100));
  expect(parse(`?q=${"a".repeat(99)}+b`).search).toBe("a".repeat(99));
});

test("broken percent signs in an address do no harm", () => {
  expect(parse("?q=100%&city=%E0%A4%A").search).toBe("100%");
});

test("the first of several values counts", () => {
  expect(parse("?q=lake&q=hill").search).toBe("lake");
});

test("a query that asks for everything leaves the address bare", () => {
  expect(reviewQueryString({ search: "", city: "", sort: "recent" })).toBe("");
});

test("a query is written without its defaults", () => {
  expect(reviewQueryString({ search: "lake view", city: "", sort: "recent" })).toBe("?q=lake+view");
  expect(reviewQueryString({ search: "", city: "Pune", sort: "verified" })).toBe("?city=Pune&sort=verified");
});

test("extra parameters follow, empty ones do not", () => {
  const query: ReviewQuery = { search: "", city: "Pune", sort: "recent" };
  expect(reviewQueryString(query, { after: "c1", property: undefined, review: null, page: "" })).toBe(
    "?city=Pune&after=c1",
  );
  expect(reviewQueryString({ search: "", city: "", sort: "recent" }, { review: "r1" })).toBe("?review=r1");
});

test("a query reads back as it was written", () => {
  for (const search of ["100% & more = ?", "शांत घर", "a_b\\c", "+91", "#1", "🏠"]) {
    const query: ReviewQuery = { search, city: "Navi Mumbai", sort: "rating" };
    expect(parse(reviewQueryString(query))).toEqual(query);
  }
});

test("Most Recent and Verified Only put the newest first", () => {
  for (const sort of ["recent", "verified"] as const) {
    expect(
      sorted(sort, [
        { id: "a", timestamp: "2025-05-01T10:00:00Z", rating: 5 },
        { id: "b", timestamp: "2025-05-03T10:00:00Z", rating: 1 },
        { id: "c", timestamp: "2025-05-02T10:00:00Z", rating: 3 },
      ]),
    ).toEqual(["b", "c", "a"]);
  }
});

test("times are compared as times, not as text", () => {
  expect(
    sorted("recent", [
      { id: "a", timestamp: "2025-05-01T23:00:00+05:30" },
      { id: "b", timestamp: "2025-05-01T18:00:00Z" },
    ]),
  ).toEqual(["b", "a"]);
});

test("Highest Rated puts the best first, and the newest of equals", () => {
  expect(
    sorted("rating", [
      { id: "a", rating: 3, timestamp: "2025-05-03T10:00:00Z" },
      { id: "b", rating: 5, timestamp: "2025-05-01T10:00:00Z" },
      { id: "c", rating: 5, timestamp: "2025-05-02T10:00:00Z" },
    ]),
  ).toEqual(["c", "b", "a"]);
});

test("reviews of the same moment have one order, by id", () => {
  for (const sort of ["recent", "rating"] as const) {
    expect(sorted(sort, [{ id: "a" }, { id: "c" }, { id: "b" }])).toEqual(["c", "b", "a"]);
  }
  expect(compareReviews("recent")(testReview({ id: "a" }), testReview({ id: "a" }))).toBe(0);
});

function parse(search: string): ReviewQuery {
  return parseReviewQuery(new URLSearchParams(search));
}

function sorted(sort: ReviewSort, reviews: Partial<Review>[]): string[] {
  return reviews
    .map((given) => testReview(given))
    .sort(compareReviews(sort))
    .map(({ id }) => id);
}
