import { expect, test } from "vitest";
import { ALL_HOMES, choiceCounts, parsePlaceQuery, placeQueryString, wantedTraits } from "./place-query";

test("parses the query of a place's homes and ignores invalid values", () => {
  const query = { sort: "latest" as const, chosen: { kind: "pg", rent: "8k_12k", water: "all_day" } };
  expect(placeQueryString(query, "x")).toBe("?sort=latest&kind=pg&rent=8k_12k&water=all_day&after=x");
  expect(parsePlaceQuery(new URLSearchParams(placeQueryString(query)))).toEqual(query);
  expect(placeQueryString(ALL_HOMES)).toBe("");
  for (const nonsense of [
    ...["", "sort=toString&kind=&size=palace&rent=over_1l", "water=tanker&pets=no&guests=toString"],
    ...["kind=PG&KIND=pg", "kind=&pets=", `size=${"2bhk".repeat(500)}`, "deposit_back=waiting", "kind=boat&kind=pg"],
  ])
    expect(parsePlaceQuery(new URLSearchParams(nonsense))).toEqual(ALL_HOMES);
});

test("treats a rent as the upper limit and counts all lower ones", { tags: ["10.30"] }, () => {
  const query = { ...ALL_HOMES, chosen: { rent: "8k_12k", pets: "yes" } };
  expect(wantedTraits(query)).toEqual({ rent: ["under_5k", "5k_8k", "8k_12k"], pets: ["yes"] });
  const counts = choiceCounts({ "rent:5k_8k": 2, "rent:8k_12k": 3, "rent:over_1l": 1 }, "rent");
  expect(counts.slice(0, 3)).toEqual([
    { key: "under_5k", label: "Under ₹5,000", count: 0 },
    { key: "5k_8k", label: "Up to ₹8,000", count: 2 },
    { key: "8k_12k", label: "Up to ₹12,000", count: 5 },
  ]);
  expect(counts.at(-1)).toEqual({ key: "75k_1l", label: "Up to ₹1 lakh", count: 5 });
});
