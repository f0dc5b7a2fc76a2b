import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { CACHE_BYPASS_COOKIE } from "../app/data/cache-bypass-cookie.ts";
import { createReadPool } from "../server/embedded/connections.ts";
import { createFunctionCall } from "../server/embedded/rest.ts";
import type postgres from "postgres";
import type { BareServer } from "./bare-servers.ts";
import { connect, type Product } from "./product.ts";
import { pageCursors } from "./queries.ts";
import { fixed, median, type Part } from "./report.ts";
import { type Load, type LoadOptions, wrk } from "./wrk.ts";

const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const ROUNDS = 3;
/** Bypasses cached pages, and asks as browsers do. */
export const RENDERED = { cookie: `${CACHE_BYPASS_COOKIE}=1`, "accept-encoding": "br" };

/** Pages a second at 32 connections, cached and rendered, compared with bare servers. */
export async function measureHttp(product: Product): Promise<Part> {
  const figures: Part["figures"] = {};
  const rows: string[][] = [];
  for (const page of ["/", "/reviews"]) {
    for (const encoding of ["br", "gzip"]) {
      const options = { headers: { "accept-encoding": encoding } };
      const [ours, bare] = await compareWithBare(product, { page: product.url + page, encoding }, options);
      const ratio = (100 * ours.perSecond) / bare.perSecond;
      figures[`${page}, ${encoding}, ratio`] = ratio;
      figures[`${page}, ${encoding}, p99 ratio`] = ours.p99 / bare.p99;
      rows.push(row(`${page} from the cache, ${encoding}`, ours, ratio), row("bare server, from memory", bare));
    }
  }

  // Concurrent requests for one page share a rendering, so each is for another page.
  const { pages, homes } = await distinctPaths(product);
  const list = { page: `${product.url}/reviews`, encoding: null };
  const [ours, bare] = await compareWithBare(product, list, { headers: RENDERED, paths: pages });
  const ratio = (100 * ours.perSecond) / bare.perSecond;
  rows.push(row("/reviews, rendered", ours, ratio), row("bare server, one query", bare));
  const [home] = await loadAlternately([product.url], { headers: RENDERED, paths: homes });
  rows.push(row("homes with the most reviews, rendered", home));
  // Two connections that request one page never share a rendering: each waits for the one after the other's.
  const [start] = await loadAlternately([product.url], { headers: RENDERED, connections: 2 });
  rows.push(row("/, rendered, 2 connections", start));
  figures["rendered ratio"] = ratio;
  figures["/reviews rendered"] = ours.perSecond;
  figures["home rendered"] = home?.perSecond ?? NaN;
  figures["Home rendered"] = start?.perSecond ?? NaN;

  const note = `At 32 connections; medians of ${ROUNDS} rounds, product and bare server alternating.`;
  const head = ["", "a second", "p50 ms", "p99 ms", "of the bare server"];
  return { figures, title: "Pages per second", note, head, rows };
}

/** The first 200 pages of the list, and those of the 200 homes with the most reviews. */
async function distinctPaths({ databaseUrl }: Product): Promise<{ pages: string[]; homes: string[] }> {
  const pool = createReadPool(databaseUrl, 1);
  const cursors = await pageCursors(createFunctionCall(pool)).finally(() => pool.end());
  const sql = connect(databaseUrl);
  const homes = await homePaths(sql, sql`order by p.review_count desc`).finally(() => sql.end());
  return { pages: cursors.map((after) => `/reviews?${new URLSearchParams({ after })}`), homes };
}

/** The paths of 200 homes, as homePath writes them (app/domain/home.ts): another address would be redirected. */
export async function homePaths(sql: postgres.Sql, ordered: postgres.PendingQuery<postgres.Row[]>): Promise<string[]> {
  const homes = await sql<{ path: string }[]>`
    select concat_ws('/', '/homes', city_slug, locality_slug, private.slug(property_name) || '-' || short_id) as path
    from public.properties as p join private.property_figures on property_id = id
    ${ordered} limit 200`;
  return homes.map((home) => encodeURI(home.path));
}

/** Loads a page of the product and the bare server of this kind for it. */
async function compareWithBare(
  product: Product,
  bare: Omit<BareServer, "databaseUrl">,
  options: LoadOptions,
): Promise<[Load, Load]> {
  const served: BareServer = { ...bare, databaseUrl: product.databaseUrl };
  const server = fork(path.join(import.meta.dirname, "bare-servers.ts"), [JSON.stringify(served)]);
  server.once("exit", (code) => {
    if (code) throw new Error("The bare server ended while it was starting.");
  });
  const [bareUrl] = (await once(server, "message")) as [string];
  const loads = await loadAlternately([bare.page, bareUrl], options);
  server.kill();
  return loads as [Load, Load];
}

/** Medians for each URL. They are loaded alternately, so that noise on the machine affects all. */
async function loadAlternately(addresses: string[], options: LoadOptions): Promise<Load[]> {
  const measured: Load[][] = addresses.map(() => []);
  for (const address of addresses) await wrk(address, WARM_UP_SECONDS, options);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, address] of addresses.entries()) {
      const load = await wrk(address, SECONDS, options);
      if (load.failed > 0) throw new Error(`${load.failed} requests of ${address} failed.`);
      measured[index]?.push(load);
    }
  }
  return measured.map((loads) => {
    const middle = (name: keyof Load) => median(loads.map((load) => load[name]));
    return { perSecond: middle("perSecond"), p50: middle("p50"), p99: middle("p99"), failed: 0 };
  });
}

function row(name: string, load: Load | undefined, ratio?: number): string[] {
  const times = [fixed(load?.perSecond, 0), fixed(load?.p50, 1), fixed(load?.p99, 1)];
  return [name, ...times, ratio === undefined ? "" : `${fixed(ratio, 1)} %`];
}
