interface Target {
  goal: string;
  /** A figure of the part, or two for the ratio of the first to the second. */
  figure: string | [string, string];
  unit: string;
  atMost?: number;
  atLeast?: number;
}

export interface Judgement {
  goal: string;
  measured: string;
  state: "met" | "missed" | "not measured";
}

const LISTS = ["first page", "one city", "page 200"];
const HOMES = ["home, largest", "reviews of the largest home", "homes of a city", "homes of a locality", "suggestions"];
/** These take longer if there are more reviews. */
const GROWING = ["reviews of the largest home, filtered", "deposits"];

/** Returns the targets of a query that is fast at a million reviews, and hardly slower than at ten thousand. */
function targetsOfQuery(name: string, atMost: number): Target[] {
  return [
    { goal: `In the database, ${name} at 1 M, p95`, figure: `${name}, p95, 1m`, atMost, unit: "ms" },
    {
      goal: `In the database, ${name}, p50 at 1 M to that at 10 k`,
      figure: [`${name}, p50, 1m`, `${name}, p50, 10k`],
      atMost: 1.5,
      unit: "times",
    },
  ];
}

/** Targets by part. Those of queries and inserts need both sizes. */
const TARGETS: Record<string, Target[]> = {
  queries: [
    ...LISTS.flatMap((name) => targetsOfQuery(name, 5)),
    ...HOMES.flatMap((name) => targetsOfQuery(name, 20)),
    ...GROWING.map((name) => ({
      ...{ goal: `In the database, ${name} at 1 M, p95`, figure: `${name}, p95, 1m`, atMost: 20, unit: "ms" },
    })),
    { goal: "In the database, words at 1 M, p95", figure: "words, p95, 1m", atMost: 60, unit: "ms" },
    { goal: "In the database, words in a city at 1 M, p95", figure: "words + city, p95, 1m", atMost: 60, unit: "ms" },
    {
      ...{ goal: "In the database, relaxed words at 1 M, p95", figure: "relaxed words, p95, 1m" },
      ...{ atMost: 90, unit: "ms" },
    },
    { goal: "Queries canceled by the database, at 1 M", figure: "canceled, 1m", atMost: 0, unit: "" },
  ],
  http: [
    {
      goal: "A home's page rendered, pages a second to those of /reviews",
      figure: ["homes with the most reviews, rendered", "/reviews, rendered"],
      atLeast: 0.83,
      unit: "times",
    },
    { goal: "Home rendered", figure: "/, rendered, 2 connections", atLeast: 200, unit: "a second" },
  ],
  insert: [
    {
      goal: "Storing a review, one writer, p50 at 1 M to that at 10 k",
      figure: ["one writer, 1m", "one writer, 10k"],
      atMost: 1.3,
      unit: "times",
    },
    {
      goal: "Storing a review, eight writers, time for each at 1 M to that at 10 k",
      figure: ["eight writers, 10k", "eight writers, 1m"],
      atMost: 1.3,
      unit: "times",
    },
  ],
  aged: [
    { goal: "Pages, jobs and desk views that grow with age", figure: "grown", atMost: 0, unit: "" },
    {
      goal: "Aged, memory of the web server while its jobs run",
      figure: "peak MB while jobs run",
      atMost: 200,
      unit: "MB",
    },
    {
      goal: "Aged, longest wait for Home while its jobs run",
      figure: "longest wait of Home, ms",
      atMost: 500,
      unit: "ms",
    },
  ],
};

export function judge(part: string, figures: Record<string, number>): Judgement[] {
  return (TARGETS[part] ?? []).map(({ goal, figure, unit, atMost = Infinity, atLeast = -Infinity }) => {
    const [value = NaN, base = 1] = [figure].flat().map((name) => figures[name] ?? NaN);
    const ratio = value / base;
    const limit = Number.isFinite(atMost) ? `at most ${atMost}` : `at least ${atLeast}`;
    const text = `${goal}: ${limit} ${unit}`.trim();
    if (Number.isNaN(ratio)) return { goal: text, measured: "–", state: "not measured" };
    const measured = `${Number(ratio.toPrecision(4))} ${unit}`.trim();
    return { goal: text, measured, state: ratio <= atMost && ratio >= atLeast ? "met" : "missed" };
  });
}
