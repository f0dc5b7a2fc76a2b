import { expect, test } from "vitest";
import { parseReviewQuery, reviewQueryString } from "~/domain/review-query";
import { listQueries } from "./queries.ts";

test("query strings are as the product writes them, and all different", () => {
  for (const [name, addresses] of Object.entries(listQueries(["a", "b"]))) {
    expect(new Set(addresses).size, name).toBe(addresses.length);
    if (name === "adversarial") continue;
    for (const address of addresses) {
      const params = new URLSearchParams(address);
      expect(reviewQueryString(parseReviewQuery(params), { after: params.get("after") })).toBe(address);
    }
  }
});

test("searches have one to four words, of both scripts", () => {
  const searches = listQueries([]).words?.map((address) => new URLSearchParams(address).get("q") ?? "") ?? [];
  expect(searches).toHaveLength(200);
  expect(searches.filter((search) => /\p{Script=Devanagari}/u.test(search)).length).toBeGreaterThan(50);
  expect(searches.filter((search) => !search.includes(" ")).length).toBeGreaterThan(10);
  expect(searches.filter((search) => search.split(" ").length >= 4).length).toBeGreaterThan(30);
});
