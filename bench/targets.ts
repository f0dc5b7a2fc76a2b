import { PAGES } from "./load.ts";
import { QUERY_NAMES, type QueryName } from "./queries.ts";
import type { ByFilling, Filling, Results } from "./results.ts";

/** What a figure has to be, and what it is. */
export interface Target {
  goal: string;
  measured: string;
  isMet: boolean;
}

const STEADY_QUERIES: QueryName[] = ["first page", "one city", "page 200"];
const FILLINGS: Filling[] = ["sample", "largest"];
const FILLING_NAMES: Record<Filling, string> = { sample: "60 reviews", largest: "the most reviews" };

/** Kilobytes. Must match e2e/weight-budget.json. */
export const WEIGHT_BUDGET = { "/": { script: 110, total: 170 }, "/reviews": { script: 120, total: 220 } } as const;

/** Every figure that was promised and measured. Those of queries, inserts and starts need 10 k and 1 m reviews. */
export function targets(results: Results): Target[] {
  return [
    ...queryTargets(results),
    ...loadTargets(results),
    ...insertTargets(results),
    ...weightTargets(results),
    ...phoneTargets(results),
    ...startTargets(results),
    ...enduranceTargets(results),
  ];
}

function queryTargets({ database, http }: Results): Target[] {
  const large = database?.["1m"];
  const small = database?.["10k"];
  const found: Target[] = [];
  if (large) {
    const worst = highest(QUERY_NAMES.map((name) => [name, large[name].p95] as const));
    const simple = highest((["first page", "one city"] as const).map((name) => [name, large[name].p95] as const));
    found.push(
      atMost("Every query at 1 M in the database: p95 at most 60 ms", worst, 60, ms),
      atMost("First page and one city at 1 M in the database: p95 at most 5 ms", simple, 5, ms),
    );
  }
  for (const [way, here, there] of [
    ["in the database", large, small],
    ["through HTTP", http?.["1m"], http?.["10k"]],
  ] as const) {
    if (!here || !there) continue;
    const ratio = highest(STEADY_QUERIES.map((name) => [name, here[name].p50 / there[name].p50] as const));
    found.push(
      atMost(`First page, one city and page 200 ${way}: p50 at 1 M at most 1.5 times that at 10 k`, ratio, 1.5, times),
    );
  }
  return found;
}

function loadTargets({ load }: Results): Target[] {
  if (!load) return [];
  const { ours, bare } = load.uncached["/reviews"];
  return [
    atLeast(
      "/reviews without the cache: at least 15 % of the pages per second of the bare server with one query",
      ["", ours.pagesPerSecond / bare.pagesPerSecond],
      0.15,
      percent,
    ),
    ...PAGES.flatMap((page) => {
      const kept = load.cached[page];
      return [
        atLeast(
          `${page} from the cache: at least 30 % of the pages per second of the bare server with one page in memory`,
          ["", kept.ours.pagesPerSecond / kept.bare.pagesPerSecond],
          0.3,
          percent,
        ),
        atMost(`${page} from the cache at 32 connections: p99 at most 10 ms`, ["", kept.ours.p99], 10, ms),
      ];
    }),
  ];
}

function insertTargets({ insert }: Results): Target[] {
  const large = insert?.["1m"];
  const small = insert?.["10k"];
  if (!large || !small) return [];
  return [
    atMost(
      "Storing a review, one writer: p50 at 1 M at most 1.3 times that at 10 k",
      ["", large.oneWriter.p50 / small.oneWriter.p50],
      1.3,
      times,
    ),
    atMost(
      "Storing a review, eight writers: time for each at 1 M at most 1.3 times that at 10 k",
      ["", small.eightWritersPerSecond / large.eightWritersPerSecond],
      1.3,
      times,
    ),
  ];
}

function weightTargets({ weight }: Results): Target[] {
  if (!weight) return [];
  return PAGES.flatMap((page) => {
    const { script, total } = WEIGHT_BUDGET[page];
    return [
      atMost(`${page}: at most ${script} KB of script`, heaviest(weight, page, "script"), script, kilobytes),
      atMost(`${page}: at most ${total} KB in all`, heaviest(weight, page, "total"), total, kilobytes),
    ];
  });
}

function phoneTargets({ phone }: Results): Target[] {
  if (!phone) return [];
  return PAGES.flatMap((page) => {
    const lowest = FILLINGS.map(
      (filling) => [FILLING_NAMES[filling], phone[filling][page].performance] as const,
    ).reduce((a, b) => (b[1] < a[1] ? b : a));
    return [
      atLeast(`${page} on a slow phone: performance at least 98`, lowest, 98, String),
      atMost(`${page} on a slow phone: LCP at most 1.6 s`, heaviest(phone, page, "largestPaint"), 1_600, seconds),
      atMost(`${page} on a slow phone: TBT at most 50 ms`, heaviest(phone, page, "blocking"), 50, ms),
      atMost(`${page} on a slow phone: CLS at most 0.01`, heaviest(phone, page, "shift"), 0.01, decimals),
    ];
  });
}

function startTargets({ start }: Results): Target[] {
  const time = start?.["1m"];
  return time === undefined ? [] : [atMost("Start with 1 M reviews: at most 3 s", ["", time], 3_000, seconds)];
}

function enduranceTargets({ endurance }: Results): Target[] {
  if (!endurance) return [];
  const { faults, memoryGrowth, readsAlone, readsBesideSignIns } = endurance;
  return [
    atMost("A minute of 50 connections that read and write: no answer of 500 or above", ["", faults], 0, String),
    ...(memoryGrowth === null
      ? []
      : [atMost("Memory of the web server over the second half of that minute", ["", memoryGrowth], 1.1, times)]),
    atLeast(
      "Reading beside 100 sign-ins a second: at least half of its speed alone",
      ["", readsBesideSignIns / readsAlone],
      0.5,
      percent,
    ),
  ];
}

/** A figure and which one of several it is. */
type Figure = readonly [name: string, value: number];

function atMost(goal: string, figure: Figure, limit: number, format: (value: number) => string): Target {
  return { goal, measured: told(figure, format), isMet: figure[1] <= limit };
}

function atLeast(goal: string, figure: Figure, limit: number, format: (value: number) => string): Target {
  return { goal, measured: told(figure, format), isMet: figure[1] >= limit };
}

function told([name, value]: Figure, format: (value: number) => string): string {
  return name ? `${format(value)} (${name})` : format(value);
}

function heaviest<Name extends string>(
  measured: ByFilling<Record<Name, number>>,
  page: (typeof PAGES)[number],
  name: Name,
): Figure {
  return highest(FILLINGS.map((filling) => [FILLING_NAMES[filling], measured[filling][page][name]] as const));
}

function highest(figures: readonly Figure[]): Figure {
  return figures.reduce((a, b) => (b[1] > a[1] ? b : a));
}

const ms = (value: number) => `${value.toFixed(1)} ms`;
const times = (value: number) => `${value.toFixed(2)} times`;
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const kilobytes = (value: number) => `${value.toFixed(1)} KB`;
const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`;
const decimals = (value: number) => value.toFixed(3);
