/** A limit on a figure. */
interface Target {
  goal: string;
  /** The name of a figure of its part, or two names for the ratio of the first to the second. */
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
/** These read more where there is more. */
const GROWING = ["reviews of the largest home, filtered", "deposits"];
const PAGES = ["/", "/reviews", "a home"];
const DATASETS = ["160 reviews", "the most reviews"];

/** Fast at a million reviews, and hardly slower than at ten thousand. */
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

function eachVisit(targetsOf: (page: string, at: string) => Target[]): Target[] {
  return PAGES.flatMap((page) => DATASETS.flatMap((dataset) => targetsOf(page, `${page} with ${dataset}`)));
}

/** Every target, by the part that measures it. Those of queries, inserts and starts need both sizes. */
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
      ...{ goal: "In the database, words that give way at 1 M, p95", figure: "words that give way, p95, 1m" },
      ...{ atMost: 90, unit: "ms" },
    },
    { goal: "Queries canceled by the database, at 1 M", figure: "canceled, 1m", atMost: 0, unit: "" },
  ],
  http: [
    ...["/, br", "/, gzip", "/reviews, br", "/reviews, gzip"].flatMap((at): Target[] => [
      { goal: `${at}, from the cache, to the bare server`, figure: `${at}, ratio`, atLeast: 45, unit: "%" },
      { goal: `${at}, p99 to that of the bare server`, figure: `${at}, p99 ratio`, atMost: 3, unit: "times" },
    ]),
    // A tenth less than was measured. The bare server has no React and compresses nothing.
    { goal: "/reviews rendered, to the bare server with one query", figure: "rendered ratio", atLeast: 7.9, unit: "%" },
    {
      goal: "A home's page rendered, pages a second to those of /reviews",
      figure: ["home rendered", "/reviews rendered"],
      atLeast: 0.83,
      unit: "times",
    },
    { goal: "Home rendered", figure: "Home rendered", atLeast: 200, unit: "a second" },
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
  weight: eachVisit((page, at) => [
    { goal: `${at}, script`, figure: `${at}, script`, atMost: page === "/" ? 105 : 112, unit: "KB" },
    { goal: `${at}, in all`, figure: `${at}, total`, atMost: page === "/" ? 140 : 150, unit: "KB" },
  ]),
  phone: eachVisit((_, at) => [
    { goal: `${at} on a slow phone, performance`, figure: `${at}, performance`, atLeast: 100, unit: "" },
    { goal: `${at} on a slow phone, LCP`, figure: `${at}, LCP`, atMost: 1_200, unit: "ms" },
    { goal: `${at} on a slow phone, TBT`, figure: `${at}, TBT`, atMost: 50, unit: "ms" },
    { goal: `${at} on a slow phone, CLS`, figure: `${at}, CLS`, atMost: 0, unit: "" },
  ]),
  memory: [
    { goal: "Web server, idle after the start", figure: "idle", atMost: 200, unit: "MB" },
    { goal: "Web server, at the end of 120 s of distinct searches", figure: "after searches", atMost: 450, unit: "MB" },
    { goal: "Web server, a minute later, above idle", figure: "above idle a minute later", atMost: 100, unit: "MB" },
    { goal: "Web server, under 200 slow readers, at most", figure: "under slow readers", atMost: 450, unit: "MB" },
    { goal: "Start with 1 M reviews", figure: "start, 1m", atMost: 3_000, unit: "ms" },
  ],
  aged: [
    { goal: "Pages, jobs and views of the desk that grow with age", figure: "grown", atMost: 0, unit: "" },
    { goal: "Aged, web server while its jobs run, at most", figure: "peak MB while jobs run", atMost: 200, unit: "MB" },
    { goal: "Aged, longest wait of Home meanwhile", figure: "longest wait of Home, ms", atMost: 500, unit: "ms" },
  ],
};

/** Compares the figures of one part with its targets. */
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
