import { expect, test } from "vitest";
import { report } from "./report.ts";
import { median, percentile, rankTest } from "./statistics.ts";
import { judge, TARGETS } from "./targets.ts";

test("a figure at its limit is met, one beyond it missed, a missing one not measured", () => {
  const slow = { "page 200, p50, 10k": 2, "page 200, p50, 1m": 3.1, "words, p95, 1m": 60, "canceled, 1m": 0 };
  expect(judge("queries", slow).filter(({ state }) => state !== "not measured")).toEqual([
    {
      goal: "In the database, page 200, p50 at 1 M to that at 10 k: at most 1.5 times",
      measured: "1.55 times",
      state: "missed",
    },
    { goal: "In the database, words at 1 M, p95: at most 60 ms", measured: "60 ms", state: "met" },
    { goal: "Queries canceled by the database, at 1 M: at most 0", measured: "0", state: "met" },
  ]);
  const [limited] = judge("http", { "/, br, ratio": "limited by the load generator" });
  expect(limited).toMatchObject({ measured: "limited by the load generator", state: "not measured" });
});

test("every part has targets, and the report has a table for each part that ran", async () => {
  expect(Object.keys(TARGETS)).toEqual(["queries", "http", "insert", "weight", "phone", "memory"]);
  const table = { title: "Weight", note: "In KB.", head: ["", "total"], rows: [["/", "139.0"]] };
  const parts = { weight: { figures: { "/ with 60 reviews, total": 139 }, tables: [table] } };
  const text = await report(["Node 24"], parts);
  expect(text.match(/^## .+$/gm)).toEqual(["## Targets", "## Weight"]);
  expect(text).toContain("1 met, 0 missed, 11 not measured.");
  expect(text).toMatch(/^\| \/ with 60 reviews, in all: at most 140 KB +\| +139 KB \| +met \|$/m);
});

test("a percentile is one of the values", () => {
  expect([0, 20, 21, 50, 95, 100].map((percent) => percentile([5, 1, 4, 2, 3], percent))).toEqual([1, 1, 2, 3, 5, 5]);
  expect(median([])).toBeNaN();
});

test("the rank test tells a shift from chance", () => {
  const values = Array.from({ length: 60 }, (_, index) => (index * 37) % 60);
  const shifted = (by: number) => values.map((value) => value + by);
  expect(rankTest(values, values.toReversed())).toEqual({ isLarger: 0.5, p: 1 });
  expect(rankTest(shifted(20), values).p).toBeLessThan(1e-4);
  // z = 1.96 leaves 5 %.
  expect(rankTest(shifted(6.2), values).p).toBeCloseTo(0.05, 1);
});
