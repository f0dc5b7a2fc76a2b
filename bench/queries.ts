import { GROUPS_PER_PAGE, REVIEWS_PER_GROUP } from "../app/domain/property-group.ts";
import type { FunctionCall } from "~/data/database";
import { createReadPool } from "../server/embedded/connections.ts";
import { createFunctionCall } from "../server/embedded/rest.ts";
import { connect, type Product } from "./product.ts";
import { pick, seededRandom } from "./random.ts";
import { fixed, median, type Part, percentile } from "./report.ts";
import { CITIES, CITY_SPELLINGS, DEVANAGARI, LATIN, PLACE_WORDS } from "./words.ts";

const ROUNDS = 200;
/** Limits the time per kind (see `alternate`), because some queries take seconds. */
const ENOUGH_MS = 60_000;
const CURSORS = 10;
const PAGES = 200;
const QUERY_CANCELED = "57014";

type Call = Parameters<FunctionCall>;

function browse(
  query: { search?: string; city?: string; sort?: string; exact?: boolean },
  after: string | null = null,
): Call {
  const paging = { after, page_size: GROUPS_PER_PAGE, reviews_per_group: REVIEWS_PER_GROUP };
  return ["browse_properties", { search: "", city: "", sort: "recent", ...query, ...paging }];
}

export async function pageCursors(call: FunctionCall): Promise<string[]> {
  const cursors: string[] = [];
  while (cursors.length < PAGES - 1) {
    const { next } = (await call(...browse({}, cursors.at(-1)))) as { next: string | null };
    if (next === null) throw new Error(`The list ends after page ${cursors.length + 1}.`);
    cursors.push(next);
  }
  return cursors;
}

/** Returns the calls of the list, by kind. Words and cities vary, so that consecutive results differ. */
function listCalls(cursors: string[]): Record<string, Call[]> {
  const cities = CITIES.slice(0, 20);
  const searches = distinctSearches(ROUNDS, 1);
  return {
    "first page": [browse({})],
    "one city": cities.map((city) => browse({ city })),
    "page 200": cursors.slice(-CURSORS).map((after) => browse({}, after)),
    "highest rated": cities.map((city) => browse({ city, sort: "rating" })),
    "verified only": cities.map((city) => browse({ city, sort: "verified" })),
    words: searches.map((search) => browse({ search, exact: true })),
    "words + city": searches.map((search, index) =>
      browse({ search, city: cities[index % cities.length], exact: true }),
    ),
    // Each call runs two searches, or three if the search contains a generic word.
    "relaxed words": searches.map((search, index) =>
      browse({ search: `${search} ${UNKNOWN[index % UNKNOWN.length]}` }),
    ),
    "words relaxed twice": searches.map((search, index) =>
      browse({ search: `${search} sector ${index} ${UNKNOWN[index % UNKNOWN.length]}` }),
    ),
    adversarial: ADVERSARIAL.map((search) => browse({ search })),
  };
}

/** Words that no review contains. The search replaces the last two by the names that they misspell or transliterate. */
const UNKNOWN = ["zzyzx", "quixotry", "ऋषभकुंज", "koramangla", "प्रेस्टीज"];

/**
 * Returns distinct searches of one to four words, rare and common. The words are in one script, but names of places can be in the other.
 */
function distinctSearches(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const found = new Set<string>();
  while (found.size < count) {
    const { common, frequent, rare } = pick(random, [LATIN, LATIN, DEVANAGARI]);
    const kinds = [[common], frequent, rare, PLACE_WORDS, CITY_SPELLINGS];
    const words = Array.from({ length: 1 + Math.floor(4 * random()) }, () => pick(random, pick(random, kinds)));
    found.add(words.join(" "));
  }
  return [...found];
}

/** Returns a search for single letters, which are in most texts and have no trigrams. The digit keeps neighboring letters apart. */
const letters = (alphabet: string) =>
  Array.from({ length: 40 }, (_, index) => [...alphabet][index % alphabet.length]).join(" 1 ");
const ADVERSARIAL = [
  ...[letters("abcdefghijklmnopqrstuvwxyz"), letters("कखगघचछजझटठडढतथदधनपफब"), letters("eaiotn")],
  ...["the is", "is the", "and the", "water the", "of a", "in e", "e t", "a a", "है के", "पानी है", "का र", "र न"],
  ...["a".repeat(200), "e".repeat(200), "क".repeat(200), "%".repeat(200), "_".repeat(200)],
];

/**
 * Returns the calls of pages of homes, by kind: for the home with most reviews (3 % of all), homes with at most three, and the
 * locality with most homes. Suggestions are for prefixes of names, names with a place, and names with a missing letter.
 */
async function homeCalls(product: Product): Promise<Record<string, Call[]>> {
  const sql = connect(product.databaseUrl);
  const [largest] = await sql<{ id: string; short_id: string }[]>`
    select id, short_id from public.properties order by review_count desc limit 1`;
  const small = await sql<{ short_id: string; name: string; locality: string; city: string }[]>`
    select short_id, property_name as name, locality, city from public.properties
    where review_count between 1 and 3 order by short_id limit ${ROUNDS}`;
  const [place] = await sql<{ city: string; locality: string }[]>`
    select city_slug as city, locality_slug as locality from private.places
    where locality is not null order by home_count desc limit 1`;
  await sql.end();
  if (!largest || !place) throw new Error("The database has no homes.");
  const random = seededRandom(5);
  const reviews = { property_id: largest.id };
  return {
    "home, largest": [["home", { short_id: largest.short_id }]],
    "home, small": small.map(({ short_id }) => ["home", { short_id }]),
    "reviews of the largest home": [
      ["home_reviews", reviews],
      ["home_reviews", { ...reviews, sort: "highest", with_photos: true }],
      ["home_reviews", { ...reviews, sort: "lowest" }],
      ["home_reviews", { ...reviews, stars: 3, with_photos: true }],
    ],
    "reviews of the largest home, filtered": [
      ["home_reviews", { ...reviews, answers: { deposit_back: "none" } }],
      ["home_reviews", { ...reviews, answers: { deposit_back: "part", size: "2bhk" }, stars: 4 }],
      ["home_reviews", { ...reviews, move_in_year: 2024, sort: "lowest" }],
      ["home_reviews", { ...reviews, topic: "water" }],
      ["home_reviews", { ...reviews, topic: "pets", with_photos: true }],
    ],
    deposits: [
      ["deposit_figures", {}],
      ["city_facts", {}],
    ],
    "homes of a city": [["homes_of_city", { city: place.city }]],
    "homes of a locality": [["homes_of_locality", place]],
    "homes of a city, filtered": [
      ["homes_of_city", { city: place.city, sort: "best", filters: { kind: ["pg"], water: ["all_day"] } }],
      [
        "homes_of_city",
        { city: place.city, sort: "reviews", filters: { rent: ["under_5k"], size: ["4bhk"], pets: ["yes"] } },
      ],
      ["homes_of_city", { city: place.city, filters: { deposit_back: ["all"], bachelors: ["yes"], guests: ["yes"] } }],
    ],
    suggestions: small.map(({ name, locality, city }) => {
      const cut = 1 + Math.floor(random() * (name.length - 2));
      const terms = [name.slice(0, 3 + cut), `${name} ${locality}`, name.slice(0, cut) + name.slice(cut + 1)];
      return ["suggest_homes", { term: pick(random, terms), city: random() < 0.2 ? city : null }];
    }),
  };
}

export async function measureQueries(products: Record<string, Product>): Promise<Part> {
  const canceled: string[] = [];
  const sizes = await Promise.all(
    Object.entries(products).map(async ([size, product]) => {
      const sql = createReadPool(product.databaseUrl, 1);
      const call: FunctionCall = createFunctionCall(sql);
      const calls = { ...listCalls(await pageCursors(call)), ...(await homeCalls(product)) };
      const probes = Object.entries(calls).map(([name, ofName]): [string, Probe[]] => [
        name,
        ofName.map(
          (asked) => (round) =>
            call(...asked).catch((error: { code?: string }) => {
              if (name === "adversarial" && error.code?.startsWith("PT")) return;
              if (error.code !== QUERY_CANCELED) throw error;
              if (round >= 0) canceled.push(size);
            }),
        ),
      ]);
      return { size, sql, probes: Object.fromEntries(probes) };
    }),
  );
  const { figures, rows } = await alternate(sizes, ROUNDS, ENOUGH_MS);
  for (const { sql } of sizes) await sql.end();
  for (const { size } of sizes) figures[`canceled, ${size}`] = canceled.filter((of) => of === size).length;
  const head = ["", ...sizes.map(({ size }) => size)];
  return { figures, title: "Queries in the database", note: "p50 / p95 in milliseconds.", head, rows };
}

/**
 * Runs a measured task once. `round` is negative in the warm-up. If the promise resolves to a number, `alternate` divides the time
 * by that number.
 */
export type Probe = (round: number) => Promise<unknown>;

/**
 * Measures p50 and p95 of the probes of each kind. Sizes alternate, so that noise on the machine affects each. After `enoughMs`, a
 * kind is not measured again, except in the first three rounds.
 */
export async function alternate(
  sizes: { size: string; probes: Record<string, Probe[]> }[],
  rounds: number,
  enoughMs: number,
): Promise<Pick<Part, "figures" | "rows">> {
  const names = Object.keys(sizes[0]?.probes ?? {});
  const times: Record<string, number[]> = {};
  const spent: Record<string, number> = {};
  // Warms up the cache for each probe first.
  for (let round = -rounds; round < rounds; round += 1) {
    for (const name of names) {
      for (const { size, probes } of sizes) {
        const inTurn = probes[name] ?? [];
        const isEnough = (spent[name] ?? 0) > enoughMs;
        if (round < 0 ? -round > inTurn.length || isEnough : round >= 3 && isEnough) continue;
        const began = performance.now();
        const amount = await inTurn[Math.abs(round) % inTurn.length]?.(round);
        const took = performance.now() - began;
        spent[name] = (spent[name] ?? 0) + took;
        if (round >= 0) (times[`${name}, ${size}`] ??= []).push(took / (typeof amount === "number" ? amount : 1));
      }
    }
  }
  const figures: Part["figures"] = {};
  const rows = names.map((name) => {
    const cells = sizes.map(({ size }) => {
      const ofName = times[`${name}, ${size}`] ?? [];
      const p50 = (figures[`${name}, p50, ${size}`] = median(ofName));
      const p95 = (figures[`${name}, p95, ${size}`] = percentile(ofName, 95));
      return `${fixed(p50, 1)} / ${fixed(p95, 1)}`;
    });
    return [name, ...cells];
  });
  return { figures, rows };
}
