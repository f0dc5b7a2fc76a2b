import { once } from "node:events";
import path from "node:path";
import { CACHE_BYPASS_COOKIE } from "../app/data/cache-bypass-cookie.ts";
import { connect, endChild, type Product, startChild } from "./product.ts";
import { loadSite, openList } from "./queries.ts";
import { fixed, type Part } from "./report.ts";
import { median } from "./statistics.ts";
import { type Load, wrk } from "./wrk.ts";

/** The generator has to be this many times faster than the product, or it may be the bottleneck. */
const HEADROOM = 3;

export const PAGES = ["/", "/reviews"] as const;
const ENCODINGS = ["br", "gzip"] as const;

/** Bypasses cached pages. */
const RENDERED = { cookie: `${CACHE_BYPASS_COOKIE}=1` };

interface Measure {
  seconds: number;
  warmUp: number;
  rounds: number;
  barePort: number;
}

type Options = NonNullable<Parameters<typeof wrk>[2]>;

/** Pages a second at 32 connections, cached and rendered, compared with bare servers. */
export async function measureHttp(product: Product, barePort: number, isQuick: boolean): Promise<Part> {
  const times = isQuick ? { seconds: 1, warmUp: 1, rounds: 1 } : { seconds: 5, warmUp: 2, rounds: 3 };
  const measure = { barePort, ...times };
  const figures: Part["figures"] = {};
  const rows: string[][] = [];
  for (const page of PAGES) {
    for (const encoding of ENCODINGS) {
      const options = { headers: { "accept-encoding": encoding } };
      const [ours, bare] = await compareWithBare(product, ["memory", page, encoding], options, measure);
      const isLimited = bare.perCpuSecond < HEADROOM * ours.perSecond;
      const ratio = isLimited ? "limited by the load generator" : (100 * ours.perSecond) / bare.perSecond;
      figures[`${page}, ${encoding}, ratio`] = ratio;
      figures[`${page}, ${encoding}, p99 ratio`] = ours.p99 / bare.p99;
      rows.push(row(`${page} from the cache, ${encoding}`, ours, ratio), row("bare server, from memory", bare));
    }
  }

  const site = await loadSite();
  const list = await openList(product, site);
  const cursors = await list.cursors().finally(list.end);
  const shown = [site.GROUPS_PER_PAGE, site.REVIEWS_PER_GROUP].map(String);
  // Concurrent requests for one page share a rendering, so each is for another page of the list.
  const paths = cursors.map((after) => `/reviews?${new URLSearchParams({ after })}`);
  const rendered = { headers: RENDERED, paths };
  const [ours, bare] = await compareWithBare(product, ["query", "/reviews", ...shown], rendered, measure);
  figures["rendered ratio"] = (100 * ours.perSecond) / bare.perSecond;
  rows.push(row("/reviews, rendered", ours, figures["rendered ratio"]), row("bare server, one query", bare));
  const homes = { headers: RENDERED, paths: await homePaths(product, site) };
  const [ofHomes] = await loadAlternately([product.url + (homes.paths[0] ?? "")], homes, measure);
  figures["home rendered"] = ofHomes?.perSecond ?? NaN;
  figures["/reviews rendered"] = ours.perSecond;
  rows.push(row("homes with the most reviews, rendered", ofHomes));
  // Two connections that request one page never share a rendering: each waits for the one after the other's.
  const [home] = await loadAlternately([product.url], { headers: RENDERED, connections: 2 }, measure);
  figures["Home rendered"] = home?.perSecond ?? NaN;
  rows.push(row("/, rendered, 2 connections", home));

  const note = `At 32 connections; medians of ${times.rounds} rounds, product and bare server alternating. "Possible" is what the generator
takes for each second of its own CPU time.`;
  const head = ["", "a second", "p50 ms", "p99 ms", "possible", "of the bare server"];
  return { figures, tables: [{ title: "Pages per second", note, head, rows }] };
}

/** The pages of the 200 homes with the most reviews. */
async function homePaths(product: Product, site: Awaited<ReturnType<typeof loadSite>>): Promise<string[]> {
  const sql = connect(product.databaseUrl);
  const homes = await sql<{ propertyId: string; propertyName: string; locality: string; city: string }[]>`
    select id as "propertyId", property_name as "propertyName", locality, city
    from public.properties order by review_count desc limit 200`.finally(() => sql.end());
  return homes.map((home) => site.homePath(home));
}

async function compareWithBare(
  product: Product,
  [kind = "", page = "", ...rest]: string[],
  options: Options,
  measure: Measure,
): Promise<[Load, Load]> {
  const file = path.join(import.meta.dirname, "bare-servers.ts");
  const server = startChild(process.execPath, [file, kind, String(measure.barePort), product.url + page, ...rest], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DATABASE_URL: product.databaseUrl },
  });
  try {
    const isReady = server.stdout && once(server.stdout, "data").then(() => true);
    if (!(await Promise.race([isReady, once(server, "exit").then(() => false)])))
      throw new Error("The bare server ended while it was starting.");
    const bareUrl = `http://127.0.0.1:${measure.barePort}/`;
    return (await loadAlternately([product.url + page, bareUrl], options, measure)) as [Load, Load];
  } finally {
    await endChild(server);
  }
}

/** Medians for each URL. They are loaded alternately, so that noise on the machine affects all. */
async function loadAlternately(
  addresses: string[],
  options: Options,
  { seconds, warmUp, rounds }: Measure,
): Promise<Load[]> {
  const measured: Load[][] = addresses.map(() => []);
  for (const address of addresses) await wrk(address, warmUp, options);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, address] of addresses.entries()) {
      const load = await wrk(address, seconds, options);
      if (load.failed > 0) throw new Error(`${load.failed} requests of ${address} failed.`);
      measured[index]?.push(load);
    }
  }
  return measured.map((loads) => {
    const middle = (name: keyof Load) => median(loads.map((load) => load[name]));
    const rates = { perSecond: middle("perSecond"), perCpuSecond: middle("perCpuSecond") };
    return { ...rates, p50: middle("p50"), p99: middle("p99"), failed: 0 };
  });
}

function row(name: string, load: Load | undefined, ratio?: number | string): string[] {
  return [
    ...[name, fixed(load?.perSecond, 0), fixed(load?.p50, 1), fixed(load?.p99, 1), fixed(load?.perCpuSecond, 0)],
    typeof ratio === "number" ? `${fixed(ratio, 1)} %` : (ratio ?? ""),
  ];
}
