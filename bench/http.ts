import { CACHE_BYPASS_COOKIE } from "../app/data/cache-bypass-cookie.ts";
import { createReadPool } from "../server/embedded/connections.ts";
import { createFunctionCall } from "../server/embedded/rest.ts";
import type postgres from "postgres";
import { connect, type Product } from "./product.ts";
import { pageCursors } from "./queries.ts";
import { fixed, median, type Part } from "./report.ts";
import { type Load, type LoadOptions, wrk } from "./wrk.ts";

const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const ROUNDS = 3;
/** Headers of a request that bypasses the page cache and accepts Brotli. */
export const RENDERED = { cookie: `${CACHE_BYPASS_COOKIE}=1`, "accept-encoding": "br" };

export async function measureHttp({ url, ...product }: Product): Promise<Part> {
  // Different pages, so that the result does not depend on the cost of one.
  const { pages, homes } = await distinctPaths(product);
  const kinds: [name: string, options: LoadOptions, path?: string][] = [
    ["/ from the cache, br", { headers: { "accept-encoding": "br" } }],
    ["/reviews from the cache, br", { headers: { "accept-encoding": "br" } }, "/reviews"],
    ["/reviews from the cache, gzip", { headers: { "accept-encoding": "gzip" } }, "/reviews"],
    ["/reviews, rendered", { headers: RENDERED, paths: pages }],
    ["homes with the most reviews, rendered", { headers: RENDERED, paths: homes }],
    ["/, rendered, 2 connections", { headers: RENDERED, connections: 2 }],
  ];
  const loads = await loadAlternately(kinds.map(([, options, at = ""]) => [url + at, options]));
  return {
    figures: Object.fromEntries(kinds.map(([name], index) => [name, loads[index]?.perSecond ?? NaN])),
    title: "Pages per second",
    note: `At 32 connections; medians of ${ROUNDS} rounds, one kind after the other.`,
    head: ["", "a second", "p50 ms", "p99 ms"],
    rows: kinds.map(([name], index) => {
      const { perSecond, p50, p99 } = loads[index] ?? {};
      return [name, fixed(perSecond, 0), fixed(p50, 1), fixed(p99, 1)];
    }),
  };
}

/** Returns pages 2 to 200 of the list, and the pages of the 200 homes with the most reviews. */
async function distinctPaths({
  databaseUrl,
}: Pick<Product, "databaseUrl">): Promise<{ pages: string[]; homes: string[] }> {
  const pool = createReadPool(databaseUrl, 1);
  const cursors = await pageCursors(createFunctionCall(pool)).finally(() => pool.end());
  const sql = connect(databaseUrl);
  const homes = await homePaths(sql, sql`order by p.review_count desc`).finally(() => sql.end());
  return { pages: cursors.map((after) => `/reviews?${new URLSearchParams({ after })}`), homes };
}

/** Returns the canonical paths of 200 homes. Must match homePath in app/domain/home.ts. */
export async function homePaths(sql: postgres.Sql, ordered: postgres.PendingQuery<postgres.Row[]>): Promise<string[]> {
  const homes = await sql<{ path: string }[]>`
    select concat_ws('/', '/homes', city_slug, locality_slug, private.slug(property_name) || '-' || short_id) as path
    from public.properties as p join private.property_figures on property_id = id
    ${ordered} limit 200`;
  return homes.map((home) => encodeURI(home.path));
}

/** Returns the medians of each load. Loads alternate, so that noise on the machine affects all. */
async function loadAlternately(loads: [url: string, options: LoadOptions][]): Promise<Load[]> {
  const measured: Load[][] = loads.map(() => []);
  for (const [url, options] of loads) await wrk(url, WARM_UP_SECONDS, options);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, [url, options]] of loads.entries()) {
      const load = await wrk(url, SECONDS, options);
      if (load.failed > 0) throw new Error(`${load.failed} requests of ${url} failed.`);
      measured[index]?.push(load);
    }
  }
  return measured.map((rounds) => {
    const middle = (name: keyof Load) => median(rounds.map((load) => load[name]));
    return { perSecond: middle("perSecond"), p50: middle("p50"), p99: middle("p99"), failed: 0 };
  });
}
