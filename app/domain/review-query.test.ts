import { expect, test } from "vitest";
import { MAX_SEARCH_LENGTH, parseReviewQuery, type ReviewQuery, reviewQueryString } from "./review-query";

test.for<[string, Partial<ReviewQuery>]>([
  ["", {}],
  ["?q=lake+view&city=Pune&sort=rating", { search: "lake view", city: "Pune", sort: "rating" }],
  ["?sort=verified", { sort: "verified" }],
  ...["oldest", "RATING", "toString", "__proto__"].map((sort): [string, object] => [`?sort=${sort}`, {}]),
  ["?city=all", {}],
  ["?city=+All+", {}],
  ["?city=Allapuzha", { city: "Allapuzha" }],
  ["?q=%20%20lake%20&q=hill", { search: "lake" }],
  ["?q=la%00ke%1B&city=Pu%00ne", { search: "lake", city: "Pune" }],
  ["?q=lake%0Aview", { search: "lake view" }],
  ["?q=%00", {}],
  ["?q=100%", { search: "100%" }],
])("reads the query of %s as %o, with defaults for the rest", ([address, query]) => {
  expect(parse(address)).toEqual({ ...EVERYTHING, ...query });
});

test("cuts a search after 100 characters, never through one", () => {
  expect(MAX_SEARCH_LENGTH).toBe(100);
  expect(parse(`?q=${"🏠".repeat(101)}`).search).toBe("🏠".repeat(100));
  expect(parse(`?q=${"a".repeat(99)}+b`).search).toBe("a".repeat(99));
});

test("formats a query without defaults and empty parameters", () => {
  expect(reviewQueryString(EVERYTHING)).toBe("");
  expect(reviewQueryString({ ...EVERYTHING, search: "lake view" })).toBe("?q=lake+view");
  const empty = { property: undefined, review: null, page: "" };
  expect(reviewQueryString({ ...EVERYTHING, city: "Pune", sort: "verified" }, { after: "c1", ...empty })).toBe(
    "?city=Pune&sort=verified&after=c1",
  );
});

const EVERYTHING: ReviewQuery = { search: "", city: "", sort: "recent" };

function parse(search: string): ReviewQuery {
  return parseReviewQuery(new URLSearchParams(search));
}
