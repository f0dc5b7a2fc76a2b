import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fillFolder } from "./fill.ts";
import { measureQueries, type QueryTimings } from "./measure-queries.ts";
import { type Product, startProduct, stopEveryProduct } from "./product.ts";
import { QUERY_NAMES } from "./queries.ts";

const REVIEWS: Record<string, number> = { "10k": 10_000, "100k": 100_000, "1m": 1_000_000 };
const FIRST_PORT = Number(process.env.BENCH_PORT ?? 4800);
const FOLDER = path.resolve(process.env.BENCH_DIR ?? fileURLToPath(new URL(".data", import.meta.url)));

const { values } = parseArgs({ options: { sizes: { type: "string", default: "10k,100k,1m" } } });
const sizes = values.sizes.split(",");

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void stopEveryProduct().finally(() => process.exit(1)));
}

const products: Record<string, Product> = {};
try {
  for (const [index, size] of sizes.entries()) {
    const reviewCount = REVIEWS[size];
    if (!reviewCount) throw new Error(`There is no size "${size}": choose from ${Object.keys(REVIEWS).join(", ")}.`);
    const folder = path.join(FOLDER, size);
    await fillFolder(folder, reviewCount, FIRST_PORT + index, (step) => process.stdout.write(`${size}: ${step}\n`));
    products[size] = await startProduct(folder, FIRST_PORT + index);
  }
  for (const way of ["database", "http"] as const) print(way, await measureQueries(products, way));
} finally {
  await stopEveryProduct();
}

function print(way: string, timings: Record<string, QueryTimings>): void {
  for (const name of QUERY_NAMES) {
    const cells = sizes.map((size) => {
      const { p50 = NaN, p95 = NaN } = timings[size]?.[name] ?? {};
      return `${size}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
    });
    process.stdout.write(`${way}, ${name}: ${cells.join("; ")}\n`);
  }
}
