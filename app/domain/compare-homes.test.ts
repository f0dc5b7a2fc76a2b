import { expect, test } from "vitest";
import { comparedIds, comparedRows } from "./compare-homes";
import { comparePath } from "./home";
import { testHome } from "./test-home";

const ID = "1a2b3c4d-0000-4000-8000-000000000000";

test("reads up to four different homes from a URL", { tags: ["10.60"] }, () => {
  expect(comparePath([ID, "5e6f7a8b-0000-4000-8000-000000000000"])).toBe("/compare?homes=1a2b3c4d,5e6f7a8b");
  const named = (homes: string) => comparedIds(new URLSearchParams({ homes }));
  expect(named("1A2B3C4D,1a2b3c4d,, x,12345678,23456789,34567890,45678901")).toEqual([
    "1a2b3c4d",
    "12345678",
    "23456789",
    "34567890",
  ]);
  expect(named("1a2b3c4d5")).toEqual([]);
});

test("compares what at least three tenants answered, without empty rows", { tags: ["10.60"] }, () => {
  const first = testHome({ figures: { "water:all_day": 3, "water:short": 1, "rent:12k_18k": 2, "rent:8k_12k": 1 } });
  const second = testHome({ figures: { "water:short": 2, "pets:no": 3 } });
  expect(comparedRows([first, second]).slice(1)).toEqual([
    {
      label: "Rent a month",
      cells: [
        { text: "₹12,000–18,000", detail: "2 of 3", isBetter: false },
        { text: null, isBetter: false },
      ],
    },
    {
      label: "Water all day",
      cells: [
        { text: "3 of 4", isBetter: false },
        { text: null, isBetter: false },
      ],
    },
    {
      label: "Pets welcome",
      cells: [
        { text: null, isBetter: false },
        { text: "0 of 3", isBetter: false },
      ],
    },
  ]);
});

test.each([
  ["a clear lead", "9/10 4/10", 0],
  ["a lead of one tenant", "3/3 2/3", -1],
  ["a lead of less than ten in a hundred", "600/1000 510/1000", -1],
  ["equal homes ahead of a third", "9/10 9/10 1/10", -1],
  ["one home alone", "9/10", -1],
])("marks the better home only if its lead is clear: %s", { tags: ["10.60"] }, (_, shares, better) => {
  const homes = shares.split(" ").map((share) => {
    const [yes = 0, of = 0] = share.split("/").map(Number);
    return testHome({ figures: { "bachelors:yes": yes, "bachelors:no": of - yes } });
  });
  const row = comparedRows(homes).find(({ label }) => label === "Bachelors welcome");
  expect(row?.cells.findIndex(({ isBetter }) => isBetter)).toBe(better);
});

test("compares the deposits of all who moved out and counts those who still wait", { tags: ["10.19", "10.60"] }, () => {
  const waiting = testHome({
    figures: { "deposit_back:all": 3, "deposit_back:waiting": 5, "deposit_back:living_there": 9 },
  });
  const paid = testHome({ figures: { "deposit_back:all": 7, "deposit_back:none": 1 } });
  expect(comparedRows([waiting, paid]).find(({ label }) => label === "Deposit back in full")?.cells).toEqual([
    { text: "3 of 8", detail: "5 still waiting", isBetter: false },
    { text: "7 of 8", isBetter: true },
  ]);
});

test("calls a score better from a lead of half a star", { tags: ["10.60"] }, () => {
  const scores = (...totals: [number, number][]) =>
    comparedRows(totals.map(([totalRating, count]) => testHome({ totalRating, count })))[0]?.cells;
  expect(scores([45, 10], [30, 10])).toEqual([
    { text: "4.5", detail: "10 reviews", isBetter: true },
    { text: "3.0", detail: "10 reviews", isBetter: false },
  ]);
  expect(scores([5, 1], [3, 1])?.[0]?.isBetter).toBe(false);
  expect(scores([430, 100], [390, 100])?.[0]?.isBetter).toBe(false);
});
