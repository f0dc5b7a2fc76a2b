import { expect, test } from "vitest";
import { comparedIds, compareHomes } from "./compare-homes";
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

test(
  "compares what at least three tenants answered, questions that all homes answer first",
  { tags: ["10.60", "10.516"] },
  () => {
    const first = testHome({ figures: { "water:all_day": 3, "water:short": 1, "rent:12k_18k": 2, "rent:8k_12k": 1 } });
    const second = testHome({ figures: { "water:short": 3, "pets:no": 3 } });
    const { rows, unanswered } = compareHomes([first, second]);
    expect(rows.slice(1)).toEqual([
      {
        label: "Water all day",
        cells: [
          { text: "3 of 4", mark: "better" },
          { text: "0 of 3", mark: "worse" },
        ],
      },
      { label: "Rent a month", cells: [{ text: "₹12,000–18,000", detail: "2 of 3" }, { text: null }] },
      { label: "Pets welcome", cells: [{ text: null }, { text: "0 of 3" }] },
    ]);
    expect(unanswered).toContain("Power backup for all");
    expect(unanswered).not.toContain("Water all day");
  },
);

test.each([
  ["a clear lead", "9/10 4/10", "better worse"],
  ["a lead of one tenant", "3/3 2/3", "- -"],
  ["a lead of less than ten in a hundred", "600/1000 510/1000", "- -"],
  ["equal homes ahead of a third", "9/10 9/10 1/10", "- - worse"],
  ["one ahead of equal homes", "9/10 1/10 1/10", "better - -"],
  ["a home in between", "9/10 5/10 1/10", "better - worse"],
  ["one home alone", "9/10", "-"],
])(
  "marks the better and the worse home only if the lead is clear: %s",
  { tags: ["10.60", "10.516"] },
  (_, shares, marks) => {
    const homes = shares.split(" ").map((share) => {
      const [yes = 0, of = 0] = share.split("/").map(Number);
      return testHome({ figures: { "bachelors:yes": yes, "bachelors:no": of - yes } });
    });
    const row = compareHomes(homes).rows.find(({ label }) => label === "Bachelors welcome");
    expect(row?.cells.map(({ mark = "-" }) => mark).join(" ")).toBe(marks);
  },
);

test("compares the deposits of all who moved out and counts those who still wait", { tags: ["10.19", "10.60"] }, () => {
  const waiting = testHome({
    figures: { "deposit_back:all": 3, "deposit_back:waiting": 5, "deposit_back:living_there": 9 },
  });
  const paid = testHome({ figures: { "deposit_back:all": 7, "deposit_back:none": 1 } });
  expect(compareHomes([waiting, paid]).rows.find(({ label }) => label === "Deposit back in full")?.cells).toEqual([
    { text: "3 of 8", detail: "5 still waiting", mark: "worse" },
    { text: "7 of 8", mark: "better" },
  ]);
});

test("calls a score better from a lead of half a star", { tags: ["10.60"] }, () => {
  const scores = (...totals: [number, number][]) =>
    compareHomes(totals.map(([totalRating, count]) => testHome({ totalRating, count }))).rows[0]?.cells;
  expect(scores([45, 10], [30, 10])).toEqual([
    { text: "4.5", detail: "10 reviews", mark: "better" },
    { text: "3.0", detail: "10 reviews", mark: "worse" },
  ]);
  expect(scores([5, 1], [3, 1])?.[0]?.mark).toBeUndefined();
  expect(scores([430, 100], [390, 100])?.[0]?.mark).toBeUndefined();
});
