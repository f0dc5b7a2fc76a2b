import { once } from "node:events";
import path from "node:path";
import { endChild, type Product, startChild } from "./product.ts";
import { loadSite, openList } from "./queries.ts";
import { fixed, type Part } from "./report.ts";
import { median } from "./statistics.ts";
import { type Load, wrk } from "./wrk.ts";

/** So many times faster than ours the generator has to be, or it may be what is measured. */
const HEADROOM = 3;

export const PAGES = ["/", "/reviews"] as const;
const ENCODINGS = ["br", "gzip"] as const;

/** Gets a page that is rendered after it was asked for. Must match OWN_CHANGE_COOKIE in app/data/own-change.ts. */
const RENDERED = { cookie: "gharsach-changed=1" };

interface Measure {
  seconds: number;
  warmUp: number;
  rounds: number;
  barePort: number;
}

type Options = NonNullable<Parameters<typeof wrk>[2]>;

/** Pages a second at 32 connections from the cache and rendered, beside bare servers. */
export async function measureHttp(product: Product, barePort: number, isQuick: boolean): Promise<Part> {
  const times = isQuick ? { seconds: 1, warmUp: 1, rounds: 1 } : { seconds: 5, warmUp: 2, rounds: 3 };
  const measure = { barePort, ...times };
  const figures: Part["figures"] = {};
  const rows: string[][] = [];
  for (const page of PAGES) {
    for (const encoding of ENCODINGS) {
      const options = { headers: { "accept-encoding": encoding } };
      const [ours, bare] = await besideBare(product, ["memory", page, encoding], options, measure);
      const isLimited = bare.perProcessorSecond < HEADROOM * ours.perSecond;
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
  // Visitors of one page share its rendering: each asks for another page of the list.
  const paths = cursors.map((after) => `/reviews?${new URLSearchParams({ after })}`);
  const rendered = { headers: RENDERED, paths };
  const [ours, bare] = await besideBare(product, ["query", "/reviews", ...shown], rendered, measure);
  figures["rendered ratio"] = (100 * ours.perSecond) / bare.perSecond;
  rows.push(row("/reviews, rendered", ours, figures["rendered ratio"]), row("bare server, one query", bare));
  // Two visitors of one page never share: the second waits for the rendering after the one that the first waits for.
  const [home] = await inTurn([product.url], { headers: RENDERED, connections: 2 }, measure);
  figures["Home rendered"] = home?.perSecond ?? NaN;
  rows.push(row("/, rendered, 2 connections", home));

  const note = `At 32 connections; medians of ${times.rounds} rounds, ours and the bare server in turn. "Possible" is what the generator
takes for each second of its own processor time.`;
  const head = ["", "a second", "p50 ms", "p99 ms", "possible", "of the bare server"];
  return { figures, tables: [{ title: "Pages per second", note, head, rows }] };
}

async function besideBare(
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
    return (await inTurn([product.url + page, bareUrl], options, measure)) as [Load, Load];
  } finally {
    await endChild(server);
  }
}

/** Medians of what was measured at each address, which are loaded in turn, so that what disturbs the machine disturbs all. */
async function inTurn(addresses: string[], options: Options, { seconds, warmUp, rounds }: Measure): Promise<Load[]> {
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
    const rates = { perSecond: middle("perSecond"), perProcessorSecond: middle("perProcessorSecond") };
    return { ...rates, p50: middle("p50"), p99: middle("p99"), failed: 0 };
  });
}

function row(name: string, load: Load | undefined, ratio?: number | string): string[] {
  return [
    ...[name, fixed(load?.perSecond, 0), fixed(load?.p50, 1), fixed(load?.p99, 1), fixed(load?.perProcessorSecond, 0)],
    typeof ratio === "number" ? `${fixed(ratio, 1)} %` : (ratio ?? ""),
  ];
}
