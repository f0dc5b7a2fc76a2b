import fs from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { fillFolder } from "./fill.ts";
import { measureHttp } from "./http.ts";
import { measureInserts } from "./insert.ts";
import { measureMemory } from "./memory.ts";
import { measurePhone } from "./phone.ts";
import { endAllChildren, type Product, startProduct } from "./product.ts";
import { measureQueries } from "./queries.ts";
import { describeMachine, type Part, report } from "./report.ts";
import { measureWeight } from "./weight.ts";
import { wrkVersion } from "./wrk.ts";

/** `npm run bench -- [--sizes 10k,100k,1m] [--only queries,http,…] [--quick]`: see README.md beside this file. */
const DATA = path.resolve(process.env.BENCH_DIR?.trim() || path.join(import.meta.dirname, ".data"));
/** The products take this port and the ones after it, one for each size. */
const PORT = Number(process.env.BENCH_PORT?.trim() || "4800");
const SAMPLE_PORT = PORT + 8;
const BARE_PORT = PORT + 9;

const SIZES = { "10k": 10_000, "100k": 100_000, "1m": 1_000_000 };
type Size = keyof typeof SIZES;
type Products = Record<string, Product>;

const PARTS: Record<string, () => Promise<Part>> = {
  queries: () => withProducts(sizes, (products) => measureQueries(products, isQuick)),
  http: () => withProducts([largest], ({ [largest]: product }) => measureHttp(product as Product, BARE_PORT, isQuick)),
  insert: () => withProducts(sizes, (products) => measureInserts(products, isQuick)),
  weight: () => withDatasets(measureWeight),
  phone: () => withDatasets((products) => measurePhone(products, isQuick)),
  memory: () => measureMemory(() => start(largest), largest, isQuick),
};
const NEED_WRK = ["http", "memory"];

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: Object.keys(SIZES).join(",") },
    only: { type: "string", default: Object.keys(PARTS).join(",") },
    // A smoke test: too short for meaningful figures.
    quick: { type: "boolean", default: false },
  },
});
const isQuick = options.quick;
const sizes = chosen(options.sizes, Object.keys(SIZES) as Size[]);
const largest = sizes.at(-1) as Size;
const wrk = wrkVersion();
const parts = chosen(options.only, Object.keys(PARTS)).filter((part) => wrk !== null || !NEED_WRK.includes(part));

let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    tell("interrupted: stopping what runs");
    void endAllChildren().finally(() => process.exit(130));
  });
}

const began = performance.now();
try {
  if (wrk === null)
    tell(`wrk is not installed (Debian: apt-get install wrk), so there are no figures of ${NEED_WRK.join(" and ")}`);
  for (const size of sizes) {
    await fillFolder(path.join(DATA, size), SIZES[size], portOf(size), (step) => tell(`filling ${size}: ${step}`));
  }
  const command = ["npm run bench", ...(process.argv.length > 2 ? ["--", ...process.argv.slice(2)] : [])].join(" ");
  const measured: Record<string, Part> = {};
  for (const part of parts) {
    tell(`measuring ${part}`);
    measured[part] = (await PARTS[part]?.()) as Part;
  }
  const facts = [`${new Date().toISOString().slice(0, 10)}, \`${command}\``, ...(await describeMachine(wrk))];
  const text = await report(facts, measured);
  process.stdout.write(`\n${text}\n`);
  await fs.writeFile(path.join(DATA, "results.json"), JSON.stringify({ facts, measured }, null, 2));
  const isWhole = sizes.length === Object.keys(SIZES).length && parts.length === Object.keys(PARTS).length && !isQuick;
  if (isWhole) await fs.writeFile(path.join(import.meta.dirname, "results.md"), text);
  tell(isWhole ? "written to bench/results.md" : "a partial run: bench/results.md stays as it was");
} catch (error) {
  // An interrupt makes the parts fail in ways that mean nothing.
  if (!isInterrupted) throw error;
  await new Promise(() => {});
} finally {
  await endAllChildren();
}

function start(dataset: Size | "sample"): Promise<Product> {
  if (dataset === "sample") return startProduct(path.join(DATA, "sample"), SAMPLE_PORT, "sample");
  return startProduct(path.join(DATA, dataset), portOf(dataset));
}

/** Runs a product for each dataset, all at the same time. */
async function withProducts(datasets: (Size | "sample")[], work: (products: Products) => Promise<Part>): Promise<Part> {
  const products: Products = {};
  try {
    for (const dataset of datasets) products[dataset] = await start(dataset);
    return await work(products);
  } finally {
    await Promise.all(Object.values(products).map((product) => product.stop()));
  }
}

/** By the names that targets.ts uses. */
function withDatasets(work: (products: Products) => Promise<Part>): Promise<Part> {
  return withProducts(["sample", largest], ({ sample, [largest]: most }) =>
    work({ "60 reviews": sample as Product, "the most reviews": most as Product }),
  );
}

function tell(step: string): void {
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${step}\n`);
}

function portOf(size: Size): number {
  return PORT + sizes.indexOf(size);
}

/** The names in a comma-separated list, in their usual order. Exits with 1 at an unknown one. */
function chosen<Name extends string>(text: string, known: Name[]): Name[] {
  const names = text.split(",");
  if (names.every((name) => known.some((other) => other === name))) return known.filter((name) => names.includes(name));
  process.stderr.write(`"${text}" has an unknown name: choose from ${known.join(", ")}.\n`);
  process.exit(1);
}
