import { expect, test } from "vitest";
import { homeQueryString, parseHomeQuery } from "./home-query";

test("a home's query is read from its address, and what makes no sense counts as not given", () => {
  expect(parseHomeQuery(new URLSearchParams("sort=lowest&stars=2&photos=1"))).toEqual({
    sort: "lowest",
    stars: 2,
    withPhotos: true,
  });
  for (const nonsense of ["", "sort=toString&stars=6&photos=yes", "stars=0", "stars=1.5", "stars=01"]) {
    expect(parseHomeQuery(new URLSearchParams(nonsense))).toEqual({ sort: "newest", stars: null, withPhotos: false });
  }
});

test("a home's query is written without its defaults, and read back as it was", () => {
  const query = { sort: "highest", stars: 5, withPhotos: true } as const;
  expect(homeQueryString(query, { after: "x", review: null })).toBe("?sort=highest&stars=5&photos=1&after=x");
  expect(homeQueryString({ sort: "newest", stars: null, withPhotos: false })).toBe("");
  expect(parseHomeQuery(new URLSearchParams(homeQueryString(query)))).toEqual(query);
});
