import { expect, test } from "vitest";
import { MAX_SEARCH_LENGTH, parseReviewQuery, REVIEW_SORTS, type ReviewQuery, reviewQueryString } from "./review-query";

test("the sorts are named as specified", { tags: ["2.55"] }, () => {
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

test("malformed percent-encoding in a query does not throw", () => {
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

function parse(search: string): ReviewQuery {
  return parseReviewQuery(new URLSearchParams(search));
}
