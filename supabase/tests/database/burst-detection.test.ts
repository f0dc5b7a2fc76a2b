import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { dateOf, DAYS, HOMES, type Plant, simulate, type SimulatedReview } from "./simulated-reviews.ts";
import { homeId, storeSimulation } from "./store-simulation.ts";
import { owner, useLimits } from "./test-database.ts";

// Measures how many rings are found, and how many honest homes are taken for one. The record and the page state the figures.

const HONEST = ["ordinary home", "new building", "news story", "flatmates"];
const ALIKE = ["ring", "slow ring", "erased accounts", "one-star ring", "copied texts"];
const TEN_MINUTES = 10 / 1440;

interface Measured {
  /** After how many reviews of the ring a sweep finds it; null if none does. */
  count: number | null;
  /** By how many stars the ring has moved the home's average and score until then. */
  average: number;
  score: number;
}

const simulated = simulate(9);
const reviewsOf = Map.groupBy(simulated.reviews, ({ home }) => home);
const inPlants = new Set(simulated.plants.flatMap(({ reviews }) => reviews));
const rings = new Map<string, Measured[]>();
/** Honest homes that have a burst, by kind. */
const alarms = new Map(HONEST.map((kind) => [kind, 0]));

beforeAll(async () => {
  await useLimits();
  await storeSimulation(owner, simulated);
  const kinds = new Map(simulated.plants.map(({ home, kind }) => [homeId(home), kind]));
  for (const plant of simulated.plants.filter(({ kind }) => !HONEST.includes(kind)))
    rings.set(plant.kind, [...(rings.get(plant.kind) ?? []), await measure(plant)]);
  for (let day = 1; day <= DAYS; day += 1) await owner`select private.find_bursts(${dateOf(day - 0.001)})`;
  for (const { home } of await owner<{ home: string }[]>`select property_id as home from private.bursts`) {
    const kind = kinds.get(home) ?? "ordinary home";
    if (HONEST.includes(kind)) alarms.set(kind, (alarms.get(kind) ?? 0) + 1);
  }
}, 300_000);

test("finds rings whose reviews are alike, and landlords, by the tenth review", { tags: ["10.654"] }, () => {
  const expected = [...rings].filter(([kind]) => ALIKE.includes(kind) || kind.includes("landlord"));
  expect(expected.length).toBe(ALIKE.length + 8);
  const late = expected.filter(([kind, all]) => foundBy(kind, 10) < (kind === "slow ring" ? 0.9 : 1) * all.length);
  expect(late).toEqual([]);
  const large = [...rings].flatMap(([kind, all]) => (/landlord, (60|200)/.test(kind) ? all : []));
  expect(large.length).toBe(40);
  expect(Math.max(...large.map(({ average }) => average))).toBeLessThanOrEqual(0.2);
});

test("takes at most one honest home in 1,000 for a ring", { tags: ["10.655"] }, () => {
  expect(allAlarms()).toBeLessThanOrEqual(HOMES / 1000);
});

test("states in the record what was measured", { tags: ["10.654", "10.655"] }, () => {
  const record = read("docs/decisions/0024-bursts.md");
  for (const row of rows()) expect(record).toContain(row);
});

test("states on “How reviews are checked” what is found, and what is not", { tags: ["10.656"] }, () => {
  const page = read("content/pages/how-reviews-are-checked.md");
  expect(page).toContain(`Of ${20 * ALIKE.length} rings of twelve new accounts`);
  expect(page).toContain(
    `${ALIKE.reduce((sum, kind) => sum + foundBy(kind, 10), 0)} were found at the latest after the tenth review`,
  );
  expect(page).toContain(`${allAlarms()} honest homes were taken for a ring, ${alarms.get("news story")} of them`);
  expect(page).toContain(`${foundBy("careful ring")} of 20 rings of new accounts with different texts and answers`);
  expect(page).toContain(`${foundBy("well-made ring")} of 20 rings of older accounts`);
});

test("finds bursts without reading all reviews", { tags: ["10.657"] }, async () => {
  await owner.begin(async (sql) => {
    const read = async () => {
      const [row] = await sql<{ scans: number; rows: number }[]>`
        select seq_scan::int as scans, idx_tup_fetch::int as rows from pg_stat_xact_user_tables where relid = 'public.reviews'::regclass`;
      return row ?? { scans: 0, rows: 0 };
    };
    const before = await read();
    await sql`select private.find_bursts(${dateOf(15)})`;
    const after = await read();
    expect(after.scans - before.scans).toBe(0);
    expect(after.rows - before.rows).toBeLessThan(simulated.reviews.length / 2);
  });
});

/** Asks after each review what the next sweep finds. */
async function measure({ home, reviews }: Plant): Promise<Measured> {
  for (const [index, { day }] of reviews.entries()) {
    const at = dateOf(day + TEN_MINUTES);
    const [row] = await owner<{ isFound: boolean | null }[]>`
      select bool_or((s.signals -> 'score')::int >= private.setting('burst_threshold')) as "isFound"
      from unnest(array['burst_days', 'burst_slow_days']) as days, private.burst_signals(
        ${homeId(home)}, (${at}::timestamptz at time zone 'Asia/Kolkata')::date - private.setting(days), ${at}) as s (signals)`;
    if (row?.isFound) return { count: index + 1, ...movedBy(home, reviews.slice(0, index + 1)) };
  }
  return { count: null, ...movedBy(home, reviews) };
}

function movedBy(home: number, ring: SimulatedReview[]): Omit<Measured, "count"> {
  const until = ring.at(-1)?.day ?? 0;
  const others = (reviewsOf.get(home) ?? []).filter((review) => review.day <= until && !inPlants.has(review));
  const mean = (reviews: SimulatedReview[], prior = 0) =>
    (3.5 * prior + reviews.reduce((sum, { rating }) => sum + rating, 0)) / (prior + reviews.length || 1);
  // As private.score_of.
  const moved = (prior: number) => Math.abs(mean([...others, ...ring], prior) - mean(others, prior));
  return { average: moved(0), score: moved(5) };
}

function foundBy(kind: string, most = 30): number {
  return (rings.get(kind) ?? []).filter(({ count }) => count !== null && count <= most).length;
}

const allAlarms = () => [...alarms.values()].reduce((sum, count) => sum + count, 0);

// eslint
/** Returns the rows of the tables in the record. */
function rows(): string[] {
  const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const spread = (numbers: number[], digits = 0) =>
    numbers.length > 0 ? `${median(numbers).toFixed(digits)} (${Math.max(...numbers).toFixed(digits)})` : "–";
  const ofRings = [...rings].map(([kind, all]) => {
    const counts = all.flatMap(({ count }) => count ?? []);
    const figures = [all.length, counts.length, foundBy(kind, 10), spread(counts)];
    if (!kind.includes("landlord")) return [kind, ...figures];
    return [
      kind,
      ...figures,
      ...(["average", "score"] as const).map((what) =>
        spread(
          all.map((one) => one[what]),
          2,
        ),
      ),
    ];
  });
  const planted = (kind: string) => simulated.plants.filter((plant) => plant.kind === kind).length;
  const ofHomes = [...alarms].map(([kind, count]) => [kind, planted(kind) || HOMES, count]);
  return [...ofRings, ...ofHomes].map((cells) => `| ${cells.join(" | ")} |`);
}

/** Returns a file with single blanks. */
const read = (file: string) => readFileSync(file, "utf8").replace(/\s+/g, " ");
