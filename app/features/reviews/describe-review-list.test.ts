import { expect, test } from "vitest";
import { describeReviewList } from "./describe-review-list";

const CITIES = ["Navi Mumbai", "Pune"];

test("the list of all reviews is found under one address", () => {
  expect(described({})).toMatchObject({ title: "Rental Reviews", canonicalPath: "/reviews" });
});

test("the list of one city names it and has an address of its own", () => {
  const page = described({ city: "Navi Mumbai" });
  expect(page).toMatchObject({ title: "Rental reviews in Navi Mumbai", canonicalPath: "/reviews?city=Navi+Mumbai" });
  expect(page.description).toContain("homes and landlords in Navi Mumbai:");
});

test("every spelling of a city leads to the one that its reviews carry", () => {
  expect(described({ city: "PUNE" })).toEqual(described({ city: "Pune" }));
});

test("another order of a city's reviews is the same list to search engines", () => {
  for (const sort of ["rating", "verified"] as const) {
    expect(described({ city: "Pune", sort }).canonicalPath).toBe("/reviews?city=Pune");
    expect(described({ sort }).canonicalPath).toBe("/reviews");
  }
});

test("a search, one property and one review are parts of the whole list", () => {
  const parts = [
    described({ search: "lake" }),
    described({ search: "lake", city: "Pune" }),
    described({ city: "Pune" }, { kind: "property", id: "p1" }),
    described({}, { kind: "review", id: "r1" }),
  ];
  for (const part of parts) expect(part).toMatchObject({ title: "Rental Reviews", canonicalPath: "/reviews" });
});

test("a city that no review names does not become a title", () => {
  expect(described({ city: "Cheap loans at loans.example" })).toEqual(described({}));
});

test("a list that could not be loaded is described all the same", () => {
  expect(describeReviewList(undefined)).toEqual(described({}));
  expect(describeReviewList({ failure: "No answer.", isAddressWrong: false })).toEqual(described({}));
});

function described(
  query: { search?: string; city?: string; sort?: "rating" | "verified" },
  focus: object | null = null,
) {
  return describeReviewList({
    query: { search: "", city: "", sort: "recent", ...query },
    cities: CITIES,
    focus,
  });
}
