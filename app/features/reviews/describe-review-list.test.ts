import { expect, test } from "vitest";
import { describeReviewList } from "./describe-review-list";

const ALL = { title: "Rental Reviews", canonicalPath: "/reviews" };
const PUNE = { title: "Rental reviews in Pune", canonicalPath: "/reviews?city=Pune" };

test.each([
  ["all reviews", {}, ALL],
  [
    "one city",
    { city: "Navi Mumbai" },
    { title: "Rental reviews in Navi Mumbai", canonicalPath: "/reviews?city=Navi+Mumbai" },
  ],
  ["a city in another spelling", { city: "PUNE" }, PUNE],
  ["another order of a city", { city: "Pune", sort: "verified" }, PUNE],
  ["another order of all", { sort: "rating" }, ALL],
  ["a search", { search: "lake" }, ALL],
  ["a search in a city", { search: "lake", city: "Pune" }, ALL],
  ["a city that no review names", { city: "Cheap loans at loans.example" }, ALL],
] as const)("describes %s under one canonical URL", (_, query, page) => {
  expect(described(query)).toMatchObject(page);
});

test("describes one property, one review and a failed list as the whole list", () => {
  expect(described({ city: "Pune" }, { kind: "property", id: "p1" })).toEqual(described({}));
  expect(described({}, { kind: "review", id: "r1" })).toEqual(described({}));
  expect(describeReviewList(undefined)).toEqual(described({}));
  expect(describeReviewList({ failure: "No answer.", isAddressWrong: false })).toEqual(described({}));
  expect(described({ city: "Pune" }).description).toContain("homes and landlords in Pune:");
});

function described(query: object, focus: object | null = null) {
  const cities = ["Navi Mumbai", "Pune"];
  return describeReviewList({ query: { search: "", city: "", sort: "recent", ...query }, cities, focus });
}
