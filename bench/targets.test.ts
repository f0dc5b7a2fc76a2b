import { expect, test } from "vitest";
import budget from "../e2e/weight-budget.json" with { type: "json" };
import { QUERY_NAMES } from "./queries.ts";
import { report } from "./report.ts";
import type { Results } from "./results.ts";
import { targets, WEIGHT_BUDGET } from "./targets.ts";

test("every promised figure is there, met where it may be", () => {
  const found = targets(someResults());
  expect(found).toHaveLength(4 + 5 + 2 + 4 + 8 + 1 + 3);
  expect(found.filter(({ isMet }) => !isMet)).toEqual([]);
});

test("a figure beyond its limit is missed, and says which one it is", () => {
  const results = someResults();
  const { database, load } = results;
  if (!database?.["1m"] || !load) throw new Error("The results have to be whole.");
  database["1m"]["rare word"].p95 = 61;
  load.cached["/"].ours.p99 = 11;
  load.uncached["/reviews"].ours.pagesPerSecond = 74;
  expect(targets(results).filter(({ isMet }) => !isMet)).toEqual([
    {
      goal: "Every query at 1 M in the database: p95 at most 60 ms",
      measured: "61.0 ms (rare word)",
      isMet: false,
    },
    {
      goal: "/reviews without the cache: at least 15 % of the pages per second of the bare server with one query",
      measured: "14.8 %",
      isMet: false,
    },
    { goal: "/ from the cache at 32 connections: p99 at most 10 ms", measured: "11.0 ms", isMet: false },
  ]);
});

test("what was not measured is no target", () => {
  const { date, command, machine, start } = someResults();
  expect(targets({ date, command, machine, sizes: ["10k"] })).toEqual([]);
  expect(targets({ date, command, machine, sizes: ["10k"], start: { "10k": 1 } })).toEqual([]);
  expect(targets({ date, command, machine, sizes: ["1m"], start: start ?? {} })).toHaveLength(1);
});

test("the weight budget is that of the browser tests", () => {
  const inTests = Object.entries(budget).map(([page, { javascript, total }]) => [page, { script: javascript, total }]);
  expect(WEIGHT_BUDGET).toEqual(Object.fromEntries(inTests));
});

test("the report has a table for everything that was measured, and no other", async () => {
  const whole = await report(someResults());
  expect(whole.match(/^## .+$/gm)).toEqual([
    "## Targets",
    "## Queries in the database",
    "## Queries through HTTP, without the cache",
    "## Pages per second",
    "## Storing reviews",
    "## Memory",
    "## Weight of a first visit",
    "## On a slow phone",
    "## Start",
    "## Endurance",
    "## Disk",
  ]);
  expect(whole).toContain("27 met, 0 missed.");
  expect(whole).toMatch(/^\| first page +\| +1\.0 \/ 2\.0 \| +1\.0 \/ 2\.0 \|/m);
  expect(whole).not.toMatch(/NaN|undefined|null/);
});

function someResults(): Results {
  const queries = () =>
    Object.fromEntries(
      QUERY_NAMES.map((name) => [name, { p50: 1, p95: 2, count: 200, slowest: { address: "/reviews", p50: 1 } }]),
    ) as NonNullable<NonNullable<Results["database"]>["1m"]>;
  const loads = () => ({ ours: measuredLoad(500), bare: measuredLoad(500) });
  const insert = { oneWriter: { p50: 10, p95: 20, count: 400 }, oneWriterPerSecond: 90, eightWritersPerSecond: 200 };
  const memory = { webServer: 200, databaseShared: 50, databaseResident: 150 };
  const weight = { html: 10, script: 100, style: 9, font: 20, image: 2, other: 1, total: 142 };
  const phone = { performance: 99, firstPaint: 800, largestPaint: 1_200, blocking: 10, shift: 0, machine: 2_000 };
  return {
    date: "2026-11-21T12:00:00.000Z",
    command: "npm run bench",
    machine: {
      processor: "Some processor",
      cores: 2,
      memoryGb: 8,
      system: "Linux x86_64",
      node: "24.0.0",
      postgres: "18.0",
      browser: "Chromium 150.0",
      hasHeadlessShell: true,
    },
    sizes: ["10k", "1m"],
    database: { "10k": queries(), "1m": queries() },
    http: { "10k": queries(), "1m": queries() },
    disk: { "10k": { database: 90, reviews: 10 }, "1m": { database: 3_000, reviews: 400 } },
    load: {
      cached: { "/": loads(), "/reviews": loads() },
      uncached: { "/": { ours: measuredLoad(90) }, "/reviews": loads() },
    },
    memory: { "10k": { idle: memory, afterLoad: memory }, "1m": null },
    insert: { "10k": insert, "1m": insert },
    weight: {
      sample: { "/": { ...weight }, "/reviews": { ...weight } },
      largest: { "/": { ...weight }, "/reviews": { ...weight } },
    },
    phone: {
      sample: { "/": { ...phone }, "/reviews": { ...phone } },
      largest: { "/": { ...phone }, "/reviews": { ...phone } },
    },
    start: { "10k": 1_500, "1m": 1_600 },
    endurance: {
      ...{ seconds: 60, reads: 3_000, writes: 90, faults: 0, memoryGrowth: 1.02 },
      ...{ readsAlone: 3_000, readsBesideSignIns: 2_000 },
    },
  };
}

function measuredLoad(pagesPerSecond: number) {
  return { pagesPerSecond, p50: 5, p99: 9 };
}
