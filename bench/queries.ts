import path from "node:path";
import { runnerImport } from "vite";
import type * as Reviews from "~/data/reviews";
import type * as Groups from "~/domain/property-group";
import type * as Homes from "~/domain/home";
import type * as Queries from "~/domain/review-query";
import { createReadPool } from "../server/embedded/connections.ts";
import { createFunctionCall } from "../server/embedded/rest.ts";
import { homeQueries } from "./home-queries.ts";
import { type Product, ROOT } from "./product.ts";
import { pick, seededRandom } from "./random.ts";
import { fixed, type Part } from "./report.ts";
import { median, percentile } from "./statistics.ts";
import { CITIES, CITY_SPELLINGS, LANGUAGES, PLACE_WORDS } from "./words.ts";

const ROUNDS = 200;
/** Deep pages that are reached by cursor: the 191st to the 200th. */
const CURSORS = 10;
const PAGES = 200;
/** SQLSTATE of a statement that exceeded its timeout. */
const QUERY_CANCELED = "57014";

/** The site's own parsing of query strings, its database calls, and its page sizes. */
export async function loadSite() {
  const config = { configFile: false, root: ROOT, resolve: { tsconfigPaths: true } } as const;
  const load = async <Module>(file: string) => (await runnerImport<Module>(path.join(ROOT, file), config)).module;
  return {
    ...(await load<typeof Reviews>("app/data/reviews.ts")),
    ...(await load<typeof Queries>("app/domain/review-query.ts")),
    ...(await load<typeof Homes>("app/domain/home.ts")),
    ...(await load<typeof Groups>("app/domain/property-group.ts")),
  };
}

/** Query strings of the list by kind, used in turn: words and cities vary, so that no result repeats the one before. */
export function listQueries(cursors: readonly string[]): Record<string, string[]> {
  const cities = CITIES.slice(0, 20);
  const address = (query: Record<string, string>) => `?${new URLSearchParams(query)}`;
  const words = distinctSearches(ROUNDS, 1);
  return {
    "first page": [""],
    "one city": cities.map((city) => address({ city })),
    "page 200": cursors.map((after) => address({ after })),
    "highest rated": cities.map((city) => address({ city, sort: "rating" })),
    "verified only": cities.map((city) => address({ city, sort: "verified" })),
    words: words.map((q) => address({ q })),
    "words + city": words.map((q, index) => address({ q, city: cities[index % cities.length] ?? "" })),
    adversarial: ADVERSARIAL.map((q) => address({ q })),
  };
}

/** Searches of one to four words, rare and common mixed, in one script or with the name of a place in either. */
export function distinctSearches(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const found = new Set<string>();
  while (found.size < count) {
    const { common, frequent, rare } = pick(random, [LANGUAGES[0], LANGUAGES[0], LANGUAGES[1]]) ?? {};
    const kinds = [[common ?? ""], frequent ?? [], rare ?? [], PLACE_WORDS, CITY_SPELLINGS];
    const words = Array.from({ length: 1 + Math.floor(4 * random()) }, () => pick(random, pick(random, kinds)));
    found.add(words.join(" "));
  }
  return [...found];
}

/** Short words are in most texts and have no trigrams. Neighbouring letters would be one word. */
const letters = (alphabet: string) =>
  Array.from({ length: 40 }, (_, index) => [...alphabet][index % alphabet.length]).join(" 1 ");
const ADVERSARIAL = [
  ...[letters("abcdefghijklmnopqrstuvwxyz"), letters("कखगघचछजझटठडढतथदधनपफब"), letters("eaiotn")],
  ...["the is", "is the", "and the", "water the", "of a", "in e", "e t", "a a", "है के", "पानी है", "का र", "र न"],
  ...["a".repeat(200), "e".repeat(200), "क".repeat(200), "%".repeat(200), "_".repeat(200)],
];

/** Makes the list's database calls on one connection; `lastTook` answers the milliseconds of the last one. */
export async function openList(product: Product, site: Awaited<ReturnType<typeof loadSite>>) {
  const sql = createReadPool(product.databaseUrl, 1);
  const call = createFunctionCall(sql);
  let milliseconds = 0;
  const database = {
    ...{ publicUrl: "", publishableKey: "" },
    async call(...args: Parameters<typeof call>) {
      const began = performance.now();
      return call(...args).finally(() => (milliseconds = performance.now() - began));
    },
  };
  async function browse(address: string) {
    const params = new URLSearchParams(address);
    // In full, as callers of the API may send it: the site truncates a search.
    const query = { ...site.parseReviewQuery(params), search: params.get("q") ?? "" };
    const { next } = await site.browseProperties(database, query, params.get("after"));
    return next;
  }
  /** The cursors of the pages up to the 200th, page by page as a visitor would get them. */
  async function cursors(): Promise<string[]> {
    const found: string[] = [];
    while (found.length < PAGES - 1) {
      const next = await browse(found.length === 0 ? "" : `?${new URLSearchParams({ after: found.at(-1) ?? "" })}`);
      if (next === null) throw new Error(`The list ends after page ${found.length + 1}.`);
      found.push(next);
    }
    return found;
  }
  return { browse, cursors, call: database.call, lastTook: () => milliseconds, end: () => sql.end() };
}

interface Query {
  address: string;
  ask(): Promise<unknown>;
}

interface Measurement {
  name: string;
  address: string;
  milliseconds: number;
  isCanceled: boolean;
}

/** Milliseconds in the database, one query at a time. The sizes alternate, so that noise on the machine affects each. */
export async function measureQueries(products: Record<string, Product>, isQuick: boolean): Promise<Part> {
  const site = await loadSite();
  const lists = await Promise.all(
    Object.entries(products).map(async ([size, product]) => {
      const list = await openList(product, site);
      const addresses = Object.entries(listQueries((await list.cursors()).slice(-CURSORS)));
      const calls = Object.entries(await homeQueries(product));
      const queries = Object.fromEntries<Query[]>([
        ...addresses.map(
          ([name, of]) => [name, of.map((address) => ({ address, ask: () => list.browse(address) }))] as const,
        ),
        ...calls.map(
          ([name, of]) =>
            [name, of.map((call) => ({ address: JSON.stringify(call[1]), ask: () => list.call(...call) }))] as const,
        ),
      ]);
      return { size, list, queries, measured: [] as Measurement[] };
    }),
  );
  const names = Object.keys(lists[0]?.queries ?? {});
  // A warm-up of each query, whose pages may not be cached.
  for (let round = isQuick ? 0 : -ROUNDS; round < (isQuick ? 20 : ROUNDS); round += 1) {
    for (const name of names) {
      for (const { list, queries, measured } of lists) {
        const asked = queries[name] ?? [];
        // Queries that may take seconds run twice in all.
        if ((round < 0 || name === "adversarial") && Math.abs(round) > asked.length) continue;
        const query = asked[Math.abs(round) % asked.length];
        if (!query) continue;
        const { address } = query;
        const isCanceled = await query.ask().then(
          () => false,
          (error: { code?: string }) => {
            const isRefused = name === "adversarial" && error.code?.startsWith("PT");
            if (error.code !== QUERY_CANCELED && !isRefused) throw new Error(`${address} failed.`, { cause: error });
            return !isRefused;
          },
        );
        if (round >= 0) measured.push({ name, address, milliseconds: list.lastTook(), isCanceled });
      }
    }
  }
  await Promise.all(lists.map(({ list }) => list.end()));

  const figures: Part["figures"] = {};
  const rows = names.map((name) => {
    let slowest: Measurement | undefined;
    const cells = lists.map(({ size, measured }) => {
      const found = measured
        .filter((measurement) => measurement.name === name)
        .toSorted((a, b) => b.milliseconds - a.milliseconds);
      const times = found.map(({ milliseconds }) => milliseconds);
      figures[`${name}, p50, ${size}`] = median(times);
      figures[`${name}, p95, ${size}`] = percentile(times, 95);
      figures[`canceled, ${size}`] = measured.filter(({ isCanceled }) => isCanceled).length;
      slowest = found[0];
      return `${fixed(median(times), 1)} / ${fixed(percentile(times, 95), 1)}`;
    });
    const address = (
      slowest?.address.startsWith("?") ? decodeURIComponent(slowest.address) : (slowest?.address ?? "")
    ).slice(0, 40);
    return [name, ...cells, `${address} ${fixed(slowest?.milliseconds, 0)}`];
  });
  const note = "p50 / p95 in milliseconds, and the slowest at the largest size.";
  const head = ["", ...lists.map(({ size }) => size), "slowest"];
  return { figures, tables: [{ title: "Queries in the database", note, head, rows }] };
}
