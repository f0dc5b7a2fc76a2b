import { fileURLToPath } from "node:url";
import { findBrowser, findHeadlessShell } from "../scripts/find-browser.ts";
import { PAGES } from "./http.ts";
import { outputOf, type Product } from "./product.ts";
import { fixed, type Part } from "./report.ts";
import { median } from "./statistics.ts";

const RUNS = 3;
/** So many visits of a page, at most, until three of them met a quiet machine. */
const MOST_VISITS = 12;
/** A machine is quiet that is at least so fast, compared with the fastest moment in which this process has seen it. */
const QUIET = 0.85;
const LIGHTHOUSE = fileURLToPath(new URL("node_modules/lighthouse/cli/index.js", import.meta.url));

/** By the names of Lighthouse's own report. */
const AUDITS = {
  FCP: "first-contentful-paint",
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
};
type Visit = Record<keyof typeof AUDITS | "performance" | "machine", number>;
const COLUMNS = ["performance", "FCP", "LCP", "TBT", "CLS", "machine"] as const;

/** As a browser starts for tests: nothing of its own in the background. */
const FLAGS =
  "--headless=new --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** Medians of three visits of each page with the settings that Lighthouse comes with. */
export async function measurePhone(products: Record<string, Product>, isQuick: boolean): Promise<Part> {
  const figures: Part["figures"] = {};
  const rows: string[][] = [];
  let fastest = 0;
  for (const [filling, { url }] of Object.entries(products)) {
    for (const page of PAGES) {
      // A visit that does not count: Chromium's own files, and the page in the cache, are read for the first time.
      if (!isQuick) await patientVisit(url + page);
      const visits: Visit[] = [];
      let runs: Visit[] = [];
      const mostVisits = isQuick ? 1 : MOST_VISITS;
      const isEnough = () => runs.length === RUNS && runs.every(({ machine }) => machine >= QUIET * fastest);
      while (visits.length < mostVisits && !isEnough()) {
        visits.push(await patientVisit(url + page));
        fastest = Math.max(fastest, visits.at(-1)?.machine ?? 0);
        // The phone is simulated from the times of this machine: those visits count before which it was fastest, whatever they measured.
        runs = visits.toSorted((a, b) => b.machine - a.machine).slice(0, RUNS);
      }
      const medians = COLUMNS.map((column) => [column, median(runs.map((run) => run[column]))] as const);
      for (const [column, value] of medians) figures[`${page} with ${filling}, ${column}`] = value;
      rows.push([
        `${page} with ${filling}`,
        ...medians.map(([column, value]) => fixed(value, column === "CLS" ? 3 : 0)),
      ]);
    }
  }
  const note = `Lighthouse as it comes (mobile, simulated throttling); medians of three visits, times in milliseconds. The last column
is Lighthouse's BenchmarkIndex just before: where others slow the machine down, the phone that it simulates is slower, too.`;
  return { figures, tables: [{ title: "On a slow phone", note, head: ["", ...COLUMNS], rows }] };
}

/** One visit in some dozens fails because Chromium lost its trace; it is not the page's fault. */
function patientVisit(address: string): Promise<Visit> {
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
    // A window of Chromium is drawn on the cores that the page is measured on, and would count as the page's own time.
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
