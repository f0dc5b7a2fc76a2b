import { expect, test } from "vitest";
import { ALL_REVIEWS, filterCount, homeQueryString, parseHomeQuery } from "./home-query";

test("parses the query of a home's reviews and ignores invalid values", () => {
  const asked = "sort=lowest&stars=2&photos=1&deposit_back=part&size=2bhk&year=2021&topic=parking+and+lift";
  expect(parseHomeQuery(new URLSearchParams(asked))).toEqual({
    ...{ sort: "lowest", stars: 2, withPhotos: true, year: 2021, topic: "parking and lift" },
    answers: { deposit_back: "part", size: "2bhk" },
  });
  for (const nonsense of [
    ...["", "stars=6&photos=yes&sort=best", "stars=4.5", "stars=-1&sort=toString", "photos=0"],
    ...["size=palace&deposit_back=toString&rent=12k_18k", "year=1821", "year=20211", "topic=<b>", "topic=Water"],
    // Answers that do not describe the home are no filters.
    ...["deposit_back=living_there", "topic=weather", "size=&year=&topic=", "DEPOSIT_BACK=all", "deposit_back=All"],
    ...[
      `size=${"2bhk".repeat(200)}`,
      `topic=${"a ".repeat(900)}`,
      "stars=toString&stars=2",
      "size=2bhk%20",
      "year=२०२१",
    ],
  ])
    expect(parseHomeQuery(new URLSearchParams(nonsense))).toEqual(ALL_REVIEWS);
});

test("formats the query as the shortest URL that parses to the same", () => {
  const query = {
    ...{ ...ALL_REVIEWS, sort: "highest" as const, stars: 5, withPhotos: true, year: 2024, topic: "water" },
    answers: { size: "1bhk" },
  };
  expect(homeQueryString(query, { after: "x", review: null })).toBe(
    "?sort=highest&stars=5&photos=1&size=1bhk&year=2024&topic=water&after=x",
  );
  expect(homeQueryString(ALL_REVIEWS)).toBe("");
  expect(parseHomeQuery(new URLSearchParams(homeQueryString(query)))).toEqual(query);
  expect([query, ALL_REVIEWS, { ...ALL_REVIEWS, sort: "lowest" as const }].map(filterCount)).toEqual([5, 0, 0]);
});
