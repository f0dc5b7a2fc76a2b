import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { endAllChildren } from "./children.ts";
import { measureDisk } from "./disk.ts";
import { measureEndurance } from "./endurance.ts";
import { fillFolder } from "./fill.ts";
import { measureInserts } from "./inserts.ts";
import { measurePhone } from "./lighthouse.ts";
import { measureLoad, type PagePath } from "./load.ts";
import { describeMachine } from "./machine.ts";
import { measureQueries } from "./measure-queries.ts";
import { measureMemory } from "./memory.ts";
import { type Product, startProduct } from "./product.ts";
import { report } from "./report.ts";
import {
  type ByFilling,
  type BySize,
  type Filling,
  type Measurement,
  MEASUREMENTS,
  type Results,
  type Size,
  SIZES,
} from "./results.ts";
import { median } from "./statistics.ts";
import { measureWeight } from "./weight.ts";

/** `npm run bench -- [--sizes 10k,100k,1m] [--only database,http,…]`: see README.md beside this file. */
const HERE = fileURLToPath(new URL(".", import.meta.url));
const DATA = path.resolve(process.env.BENCH_DIR?.trim() || path.join(HERE, ".data"));
/** The product, the bare servers and the sample data take this port and those after it. */
const PORT = Number(process.env.BENCH_PORT?.trim() || "4800");
const BARE_PORT = PORT + 10;
const SAMPLE_PORT = PORT + 11;
const ENDURANCE_PORT = PORT + 12;
const STARTS = 3;

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: Object.keys(SIZES).join(",") },
    only: { type: "string", default: MEASUREMENTS.join(",") },
  },
});
const sizes = chosen(options.sizes, Object.keys(SIZES) as Size[]);
const measurements = chosen(options.only, MEASUREMENTS);
const largest = sizes.at(-1) as Size;
const wants = (measurement: Measurement) => measurements.includes(measurement);

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
  for (const size of sizes) {
    await fillFolder(folderOf(size), SIZES[size], portOf(size), (step) => tell(`filling ${size}: ${step}`));
  }
  const results = await measure();
  const text = await report(results);
  process.stdout.write(`\n${text}\n`);
  await fs.writeFile(path.join(DATA, "results.json"), JSON.stringify(results, null, 2));
  if (sizes.length === Object.keys(SIZES).length && measurements.length === MEASUREMENTS.length) {
    await fs.writeFile(path.join(HERE, "results.md"), text);
    tell("written to bench/results.md");
  } else {
    tell("a part only: bench/results.md stays as it was");
  }
} catch (error) {
  // What was interrupted fails in many ways that say nothing.
  if (!isInterrupted) throw error;
  await new Promise(() => {});
} finally {
  await endAllChildren();
}

async function measure(): Promise<Results> {
  const results = await withProduct(largest, async (product): Promise<Results> => {
    const command = ["npm run bench", ...(process.argv.length > 2 ? ["--", ...process.argv.slice(2)] : [])].join(" ");
    return { date: new Date().toISOString(), command, machine: await describeMachine(product), sizes };
  });
  if (wants("database") || wants("http") || wants("insert")) {
    await withAllProducts(async (products) => {
      if (wants("database")) {
        results.database = await told("queries in the database", () => measureQueries(products, "database"));
        results.disk = {};
        for (const size of sizes) results.disk[size] = await measureDisk(products[size]);
      }
      if (wants("http")) results.http = await told("queries through HTTP", () => measureQueries(products, "http"));
      if (wants("insert")) results.insert = await told("storing reviews", () => measureInserts(products));
    });
  }
  if (wants("http")) {
    results.load = await told("pages per second", () =>
      withProduct(largest, (product) => measureLoad(product, BARE_PORT)),
    );
  }
  if (wants("memory")) {
    results.memory = await told("memory", () => forEachSize((size) => withProduct(size, measureMemory)));
  }
  if (wants("weight")) results.weight = await told("weight", () => forEachFilling(measureWeight));
  if (wants("lighthouse")) results.phone = await told("a slow phone", () => forEachFilling(measurePhone));
  if (wants("start")) results.start = await told("starts", () => forEachSize(measureStart));
  if (wants("endurance")) {
    results.endurance = await told("endurance", () => measureEndurance(path.join(DATA, "endurance"), ENDURANCE_PORT));
  }
  return results;
}

async function measureStart(size: Size): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < STARTS; run += 1) times.push(await withProduct(size, async ({ startMs }) => startMs));
  return median(times);
}

async function withProduct<T>(filling: Size | "sample", work: (product: Product) => Promise<T>): Promise<T> {
  const product =
    filling === "sample"
      ? await startProduct(path.join(DATA, "sample"), SAMPLE_PORT, "sample")
      : await startProduct(folderOf(filling), portOf(filling));
  try {
    return await work(product);
  } finally {
    await product.stop();
  }
}

/** All sizes at once. */
async function withAllProducts(work: (products: Record<Size, Product>) => Promise<void>): Promise<void> {
  const products: BySize<Product> = {};
  try {
    for (const size of sizes) products[size] = await startProduct(folderOf(size), portOf(size));
    await work(products as Record<Size, Product>);
  } finally {
    await Promise.all(Object.values(products).map((product) => product.stop()));
  }
}

async function forEachSize<T>(measureSize: (size: Size) => Promise<T>): Promise<BySize<T>> {
  const measured: BySize<T> = {};
  for (const size of sizes) measured[size] = await measureSize(size);
  return measured;
}

async function forEachFilling<T>(
  measurePages: (product: Product) => Promise<Record<PagePath, T>>,
): Promise<ByFilling<T>> {
  const fillings: Record<Filling, Size | "sample"> = { sample: "sample", largest };
  return {
    sample: await withProduct(fillings.sample, measurePages),
    largest: await withProduct(fillings.largest, measurePages),
  };
}

async function told<T>(what: string, work: () => Promise<T>): Promise<T> {
  tell(`measuring ${what}`);
  return work();
}

function tell(step: string): void {
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${step}\n`);
}

function folderOf(size: Size): string {
  return path.join(DATA, size);
}

function portOf(size: Size): number {
  return PORT + sizes.indexOf(size);
}

/** The named ones, in their usual order. */
function chosen<Name extends string>(text: string, known: readonly Name[]): Name[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !known.some((other) => other === name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no "${unknown}": choose from ${known.join(", ")}.\n`);
    process.exit(1);
  }
  return known.filter((name) => names.includes(name));
}
