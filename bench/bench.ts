import fs from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { measureAged } from "./aged.ts";
import { fillFolder } from "./fill.ts";
import { measureHttp } from "./http.ts";
import { measureInserts } from "./insert.ts";
import { type Product, startProduct } from "./product.ts";
import { measureQueries } from "./queries.ts";
import { describeMachine, type Part, report } from "./report.ts";
import { judge } from "./targets.ts";
import { wrkVersion } from "./wrk.ts";

/** `npm run bench -- [--sizes 10k,1m | aged] [--only queries,http,…]`: see README.md in this folder. */
const DATA = path.resolve(process.env.BENCH_DIR?.trim() || path.join(import.meta.dirname, ".data"));
const SIZES = { "10k": 10_000, "1m": 1_000_000, "10m": 10_000_000, aged: "aged" } as const;
const USUAL: (keyof typeof SIZES)[] = ["10k", "1m"];
/** One per data folder, so that several products can run at once. */
const PORTS = { "10k": 4800, "1m": 4801, "10m": 4803, aged: 4804 };

const PARTS: Record<string, () => Promise<Part>> = {
  queries: () => withProducts(sizes, measureQueries),
  http: () => withProducts([largest], (products) => measureHttp(products[largest] as Product)),
  insert: () => withProducts(sizes, measureInserts),
  aged: () => measureAged(start),
};

const { values: options } = parseArgs({
  options: { sizes: { type: "string", default: USUAL.join(",") }, only: { type: "string" } },
});
const isAged = options.sizes === "aged";
const sizes = chosen(isAged ? "10k,aged" : options.sizes, Object.keys(SIZES) as (keyof typeof SIZES)[]);
const usualParts = Object.keys(PARTS).filter((part) => (part === "aged") === isAged);
const parts = chosen(options.only ?? usualParts.join(","), Object.keys(PARTS));
const largest = sizes.at(-1) as keyof typeof SIZES;
const wrk = wrkVersion();
if (wrk === null && parts.includes("http"))
  throw new Error("http needs wrk (Debian: apt-get install wrk). Install it, or leave out http with --only.");

// Exits normally on a signal, so that the listeners for "exit" in product.ts stop the products.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(130));

for (const size of sizes) {
  await fillFolder(path.join(DATA, size), SIZES[size], PORTS[size], (step) => logStep(`filling ${size}: ${step}`));
}
const measured: Record<string, Part> = {};
for (const part of parts) {
  logStep(`measuring ${part}`);
  measured[part] = (await PARTS[part]?.()) as Part;
}
const command = ["npm run bench", ...(process.argv.length > 2 ? ["--", ...process.argv.slice(2)] : [])].join(" ");
const facts = [`${new Date().toISOString().slice(0, 10)}, \`${command}\``, ...describeMachine(wrk ?? "no wrk")];
const judged = Object.entries(measured).flatMap(([part, { figures }]) => judge(part, figures));
const text = await report(facts, judged, Object.values(measured));
process.stdout.write(`\n${text}\n`);
const isComplete = sizes.join() === USUAL.join() && parts.join() === usualParts.join();
if (isComplete) await fs.writeFile(path.join(import.meta.dirname, "results.md"), text);
logStep(isComplete ? "written to bench/results.md" : "partial run: bench/results.md is unchanged");
if (judged.some(({ state }) => state === "missed" || (isComplete && state === "not measured"))) process.exitCode = 1;

function start(data: keyof typeof PORTS): Promise<Product> {
  return startProduct(path.join(DATA, data), PORTS[data]);
}

async function withProducts(
  folders: (keyof typeof PORTS)[],
  work: (products: Record<string, Product>) => Promise<Part>,
): Promise<Part> {
  const products: Record<string, Product> = {};
  for (const folder of folders) products[folder] = await start(folder);
  const part = await work(products);
  for (const product of Object.values(products)) await product.stop();
  return part;
}

function logStep(step: string): void {
  process.stdout.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${step}\n`);
}

/** Returns the names in a comma-separated list, in the order of `known`. Throws if one is unknown. */
function chosen<Name extends string>(list: string, known: Name[]): Name[] {
  const names = list.split(",");
  const unknown = names.find((name) => !known.some((other) => other === name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is unknown: choose from ${known.join(", ")}.`);
  return known.filter((name) => names.includes(name));
}
