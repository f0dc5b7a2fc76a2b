import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import {
  dateOf,
  DAYS,
  EARLIER_REVIEWS,
  HOMES,
  LOBBIES,
  type Plant,
  simulate,
  type SimulatedReview,
} from "./simulated-reviews.ts";
import { homeId, storeSimulation } from "./store-simulation.ts";
import { owner, useLimits } from "./test-database.ts";

// Measures how many rings are found, and how many honest homes are taken for one. The record and the page state the figures.

const HONEST = ["ordinary home", "new building", "news story", "flatmates"];
const ALIKE = ["ring", "slow ring", "erased accounts", "one-star ring", "copied texts"];
const TEN_MINUTES = 10 / 1440;

interface Measured {
  /** After how many reviews of the ring a sweep finds it; null if none does. */
  count: number | null;
  planted: number;
  /** By how many stars the ring, or its part until then, has moved the home's average and score. */
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
  const planted = simulated.plants.filter(({ kind }) => !HONEST.includes(kind));
  const measured = await Promise.all(planted.map(measure));
  for (const [nth, { kind }] of planted.entries())
    rings.set(kind, [...(rings.get(kind) ?? []), ...measured.slice(nth, nth + 1)]);
  for (let day = 1; day <= DAYS; day += 1) await owner`select private.find_bursts(${dateOf(day - 0.001)})`;
  for (const { home } of await owner<{ home: string }[]>`select property_id as home from private.bursts`) {
    const kind = kinds.get(home) ?? "ordinary home";
    if (HONEST.includes(kind)) alarms.set(kind, (alarms.get(kind) ?? 0) + 1);
  }
}, 300_000);

test("finds rings whose reviews are alike by the tenth review", { tags: ["10.654"] }, () => {
  const late = ALIKE.filter((kind) => foundBy(kind, 10) < (kind === "slow ring" ? 19 : 20));
  expect(late).toEqual([]);
});

test("finds a landlord or a rival whose stars are new to a home by the tenth review", { tags: ["10.654"] }, () => {
  const kinds = ["5 | 1 to 4", "1, 2 and 3 | mostly 4 and 5"].flatMap((name) =>
    [20, 60, 200].map((earlier) => `${name} | ${earlier}`),
  );
  expect(kinds.map((kind) => foundBy(kind, 10))).toEqual([4, 4, 4, 4, 4, 4]);
});

test("limits how far a landlord or a rival moves the average of a home with many reviews", { tags: ["10.654"] }, () => {
  expect(most(lobbies({ earlier: 60 }), "average")).toBeLessThanOrEqual(0.5);
  expect(most(lobbies({ earlier: 200 }), "average")).toBeLessThanOrEqual(0.2);
});

test("takes at most one honest home in 1,000 for a ring", { tags: ["10.655"] }, () => {
  expect(allAlarms()).toBeLessThanOrEqual(HOMES / 1000);
});

test("states in the record what was measured", { tags: ["10.654", "10.655"] }, () => {
  const record = read("docs/decisions/0024-bursts.md");
  for (const row of rows()) expect(record).toContain(row);
  expect(record).toContain(`${foundOf(lobbies({ planted: 30 }))} with 30 reviews in two weeks`);
  expect(record).toContain(`${foundOf(lobbies({ planted: 12 }))} with twelve in four weeks`);
  const name = /and \d \| (1 to 5|many)/;
  expect(record).toContain(`Mixed stars after spread ones are found in ${foundOf(lobbies({ name }))} homes`);
  expect(record).toContain(
    `Slow mixed stars after spread ones are found in ${foundOf(lobbies({ planted: 12, name }))} homes`,
  );
  const clear = lobbies({ earlier: 60, name: /^(5 \| 1 to 4|1, 2 and 3 \| mostly)/ });
  expect(record).toContain(`they move the average by at most ${tenths(most(clear, "average"))}`);
});

test("states on “How reviews are checked” what is found, and what is not", { tags: ["10.656"] }, () => {
  const page = read("content/pages/how-reviews-are-checked.md");
  expect(page).toContain(`Of ${20 * ALIKE.length} rings of twelve new accounts`);
  expect(page).toContain(
    `${ALIKE.reduce((sum, kind) => sum + foundBy(kind, 10), 0)} were found at the latest after the tenth review`,
  );
  expect(page).toContain(`${allAlarms()} honest homes were taken for a ring, ${alarms.get("news story")} of them`);
  expect(page).toContain(`${foundBy("careful ring")} of 20 rings of new accounts with different texts and answers`);
  expect(page).toContain(`${foundOf(lobbies({ planted: 30 }))} who wrote 30 reviews in two weeks`);
  expect(page).toContain(`${foundOf(lobbies({ planted: 12 }))} who wrote twelve in four weeks`);
  const [of5, of20, of60, of200] = EARLIER_REVIEWS.map((earlier) => tenths(most(lobbies({ earlier }), "average")));
  expect(page).toContain(
    `up to ${of5} stars in a home with five reviews, ${of20} with 20, ${of60} with 60 and ${of200} with 200`,
  );
});

test("finds bursts without reading all reviews", { tags: ["10.657"] }, async () => {
  await owner.begin(async (sql) => {
    const read = async () => {
      const [row] = await sql<{ scans: number; rows: number }[]>`
        select seq_scan::int as scans, idx_tup_fetch::int as rows from pg_stat_xact_user_tables where relid = 'public.reviews'::regclass`;
      return row ?? { scans: 0, rows: 0 };
    };
    const before = await read();
    // Before the month, no home has a ring.
    await sql`select private.find_bursts(${dateOf(0)})`;
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
    if (row?.isFound)
      return { count: index + 1, planted: reviews.length, ...movedBy(home, reviews.slice(0, index + 1)) };
  }
  return { count: null, planted: reviews.length, ...movedBy(home, reviews) };
}

function movedBy(home: number, ring: SimulatedReview[]): Pick<Measured, "average" | "score"> {
  const until = ring.at(-1)?.day ?? 0;
  const others = (reviewsOf.get(home) ?? []).filter((review) => review.day <= until && !inPlants.has(review));
  const mean = (reviews: SimulatedReview[], prior = 0) =>
    (3.5 * prior + reviews.reduce((sum, { rating }) => sum + rating, 0)) / (prior + reviews.length || 1);
  // As private.score_of.
  const moved = (prior: number) => Math.abs(mean([...others, ...ring], prior) - mean(others, prior));
  return { average: moved(0), score: moved(5) };
}

/** Returns what landlords and rivals did: all, or those of homes with some earlier reviews, with a size, or in some rows. */
function lobbies({ earlier, planted, name = /\|/ }: { earlier?: number; planted?: number; name?: RegExp }): Measured[] {
  return [...rings]
    .filter(([kind]) => name.test(kind) && kind.endsWith(earlier ? ` ${earlier}` : ""))
    .flatMap(([, all]) => all.filter((one) => one.planted === (planted ?? one.planted)));
}

const foundOf = (all: Measured[]) => `${all.filter(({ count }) => count !== null).length} of ${all.length}`;
const tenths = (stars: number) => (Math.ceil(stars * 10) / 10).toFixed(1);

function foundBy(kind: string, most = 30): number {
  return (rings.get(kind) ?? []).filter(({ count }) => count !== null && count <= most).length;
}

const most = (all: Measured[], what: "average" | "score") => Math.max(...all.map((one) => one[what]));
const allAlarms = () => [...alarms.values()].reduce((sum, count) => sum + count, 0);

/** Returns the rows of the tables in the record. */
function rows(): string[] {
  const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const spread = (numbers: number[]) => (numbers.length > 0 ? `${median(numbers)} (${Math.max(...numbers)})` : "–");
  const ofRings = [...rings]
    .filter(([kind]) => !kind.includes("|"))
    .map(([kind, all]) => {
      const counts = all.flatMap(({ count }) => count ?? []);
      return [kind, all.length, counts.length, foundBy(kind, 10), spread(counts)];
    });
  const ofLobbies = LOBBIES.map(({ name }) => [
    name,
    ...EARLIER_REVIEWS.map((earlier) => {
      const all = rings.get(`${name} | ${earlier}`) ?? [];
      return `${foundBy(`${name} | ${earlier}`)} of ${all.length}: ${most(all, "average").toFixed(2)}, ${most(all, "score").toFixed(2)}`;
    }),
  ]);
  const planted = (kind: string) => simulated.plants.filter((plant) => plant.kind === kind).length;
  const ofHomes = [...alarms].map(([kind, count]) => [kind, planted(kind) || HOMES, count]);
  return [...ofRings, ...ofLobbies, ...ofHomes].map((cells) => `| ${cells.join(" | ")} |`);
}

/** Returns a file with single blanks. */
const read = (file: string) => readFileSync(file, "utf8").replace(/\s+/g, " ");
