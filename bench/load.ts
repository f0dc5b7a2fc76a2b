import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { endChild, outputOf, startChild } from "./children.ts";
import { UNCACHED } from "./measure-queries.ts";
import type { Product } from "./product.ts";
import { median } from "./statistics.ts";

const CONNECTIONS = 32;
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const ROUNDS = 3;

const GENERATOR = fileURLToPath(new URL("node_modules/autocannon/autocannon.js", import.meta.url));
const BARE_SERVERS = fileURLToPath(new URL("bare-servers.ts", import.meta.url));

export const PAGES = ["/", "/reviews"] as const;
export type PagePath = (typeof PAGES)[number];

/** Medians of three rounds at 32 connections. */
export interface Load {
  pagesPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export interface LoadResults {
  cached: Record<PagePath, { ours: Load; bare: Load }>;
  uncached: { "/": { ours: Load }; "/reviews": { ours: Load; bare: Load } };
}

/** Ours and a bare server in turn, three times, so that what disturbs the machine disturbs both. */
export async function measureLoad(product: Product, barePort: number): Promise<LoadResults> {
  const compressed = { "accept-encoding": "br" };
  const cached: Partial<LoadResults["cached"]> = {};
  for (const page of PAGES) {
    cached[page] = await besideBareServer("memory", barePort, product, page, compressed);
  }
  // Compressing each page anew would be most of the work: both send them as they are.
  return {
    cached: cached as LoadResults["cached"],
    uncached: {
      "/": { ours: middleOf(await rounds([product.url + "/"], UNCACHED))[0] as Load },
      "/reviews": await besideBareServer("query", barePort, product, "/reviews", UNCACHED),
    },
  };
}

/** Keeps the uncached list busy for a while. */
export async function keepBusy(product: Product): Promise<void> {
  await load(`${product.url}/reviews`, UNCACHED, SECONDS);
}

async function besideBareServer(
  kind: "memory" | "query",
  port: number,
  product: Product,
  page: PagePath,
  headers: Record<string, string>,
): Promise<{ ours: Load; bare: Load }> {
  const server = startChild(process.execPath, [BARE_SERVERS, kind, String(port), product.url + page], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DATABASE_URL: product.databaseUrl },
  });
  try {
    if (!server.stdout) throw new Error("The bare server has no output.");
    const ended = once(server, "exit").then(() => {
      throw new Error("The bare server ended while it was starting.");
    });
    await Promise.race([once(server.stdout, "data"), ended]);
    ended.catch(() => {});
    const [ours, bare] = middleOf(await rounds([product.url + page, `http://127.0.0.1:${port}/`], headers));
    return { ours: ours as Load, bare: bare as Load };
  } finally {
    await endChild(server);
  }
}

/** Loads the addresses in turn, three times each. */
async function rounds(addresses: readonly string[], headers: Record<string, string>): Promise<Load[][]> {
  for (const address of addresses) await load(address, headers, WARM_UP_SECONDS);
  const measured: Load[][] = addresses.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, address] of addresses.entries()) measured[index]?.push(await load(address, headers, SECONDS));
  }
  return measured;
}

function middleOf(measured: readonly Load[][]): Load[] {
  return measured.map((loads) => ({
    pagesPerSecond: median(loads.map(({ pagesPerSecond }) => pagesPerSecond)),
    p50: median(loads.map(({ p50 }) => p50)),
    p99: median(loads.map(({ p99 }) => p99)),
  }));
}

/** The generator runs in a process of its own. */
async function load(address: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  const given = Object.entries(headers).flatMap(([name, value]) => ["--headers", `${name}: ${value}`]);
  const output = await outputOf(process.execPath, [
    ...[GENERATOR, "--json", "--no-progress", "--connections", String(CONNECTIONS), "--duration", String(seconds)],
    ...[...given, address],
  ]);
  const told = JSON.parse(output) as {
    "2xx": number;
    non2xx: number;
    errors: number;
    duration: number;
    latency: { p50: number; p99: number };
  };
  if (told.non2xx + told.errors > 0) throw new Error(`${told.non2xx + told.errors} requests of ${address} failed.`);
  return { pagesPerSecond: told["2xx"] / told.duration, p50: told.latency.p50, p99: told.latency.p99 };
}
