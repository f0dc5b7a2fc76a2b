import { fileURLToPath } from "node:url";
import { findBrowser, findHeadlessShell } from "../scripts/find-browser.ts";
import { outputOf, type Product } from "./product.ts";
import { fixed, median, type Part } from "./report.ts";
import { visitedPages } from "./weight.ts";

const RUNS = 3;
/** The most visits of a page in search of RUNS on a quiet machine. */
const MAX_VISITS = 12;
/** The machine counts as quiet from this share of the highest BenchmarkIndex so far. */
const QUIET = 0.85;
const LIGHTHOUSE = fileURLToPath(new URL("node_modules/lighthouse/cli/index.js", import.meta.url));

/** Audit ids in Lighthouse's report. */
const AUDITS = {
  FCP: "first-contentful-paint",
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
};
type Visit = Record<keyof typeof AUDITS | "performance" | "machine", number>;
const COLUMNS = ["performance", "FCP", "LCP", "TBT", "CLS", "machine"] as const;

/** As browsers start for tests, without background activity. */
const FLAGS =
  "--headless=new --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** Medians of three visits of each page with Lighthouse's default settings. */
export async function measurePhone(products: Record<string, Product>): Promise<Part> {
  const figures: Part["figures"] = {};
  const rows: string[][] = [];
  let fastest = 0;
  for (const [dataset, { url }] of Object.entries(products)) {
    for (const [page, address] of await visitedPages(url)) {
      // A warm-up, in which Chromium reads its own files and the server caches the page.
      await visitWithRetry(address);
      const visits: Visit[] = [];
      let runs: Visit[] = [];
      const isEnough = () => runs.length === RUNS && runs.every(({ machine }) => machine >= QUIET * fastest);
      while (visits.length < MAX_VISITS && !isEnough()) {
        visits.push(await visitWithRetry(address));
        fastest = Math.max(fastest, visits.at(-1)?.machine ?? 0);
        // The phone is simulated from this machine's timings, so the visits with the highest BenchmarkIndex count.
        runs = visits.toSorted((a, b) => b.machine - a.machine).slice(0, RUNS);
      }
      const medians = COLUMNS.map((column) => [column, median(runs.map((run) => run[column]))] as const);
      for (const [column, value] of medians) figures[`${page} with ${dataset}, ${column}`] = value;
      rows.push([
        `${page} with ${dataset}`,
        ...medians.map(([column, value]) => fixed(value, column === "CLS" ? 3 : 0)),
      ]);
    }
  }
  const note = `Lighthouse's defaults (mobile, simulated throttling); medians of three visits, times in milliseconds. The last column
is Lighthouse's BenchmarkIndex just before: on a machine that is slowed down, the simulated phone is slower, too.`;
  return { figures, title: "On a slow phone", note, head: ["", ...COLUMNS], rows };
}

/** Retries once: one visit in some dozens fails because Chromium loses its trace. */
function visitWithRetry(address: string): Promise<Visit> {
  return visit(address).catch(() => visit(address));
}

async function visit(address: string): Promise<Visit> {
  const flags = process.getuid?.() === 0 ? `${FLAGS} --no-sandbox` : FLAGS;
  const output = await outputOf(
    process.execPath,
    [
      ...[LIGHTHOUSE, address, "--output=json", "--quiet", "--only-categories=performance"],
      ...["--no-enable-error-reporting", `--chrome-flags=${flags}`],
    ],
    // Painting a window of Chromium would take time on the same cores, which counts as the page's own.
    { ...process.env, CHROME_PATH: findHeadlessShell() ?? findBrowser() },
  );
  const { categories, audits, environment, runtimeError } = JSON.parse(output) as {
    categories: { performance: { score: number } };
    audits: Record<string, { numericValue?: number }>;
    environment: { benchmarkIndex: number };
    runtimeError?: { message: string };
  };
  if (runtimeError) throw new Error(`Lighthouse could not look at ${address}: ${runtimeError.message}`);
  const measured = Object.entries(AUDITS).map(([name, audit]) => [name, audits[audit]?.numericValue ?? NaN]);
  const performance = Math.round(categories.performance.score * 100);
  return { ...(Object.fromEntries(measured) as Visit), performance, machine: environment.benchmarkIndex };
}
