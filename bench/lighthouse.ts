import { fileURLToPath } from "node:url";
import { findBrowser, findHeadlessShell } from "../scripts/find-browser.ts";
import { outputOf } from "./children.ts";
import { PAGES, type PagePath } from "./load.ts";
import type { Product } from "./product.ts";
import { median } from "./statistics.ts";

const RUNS = 3;
/** So many visits of a page, at most, until three of them met a quiet machine. */
const MOST_VISITS = 12;
/** A machine is quiet that is at least so fast, compared with the fastest moment in which this process has seen it. */
const QUIET = 0.85;
const LIGHTHOUSE = fileURLToPath(new URL("node_modules/lighthouse/cli/index.js", import.meta.url));

/** As on the simulated slow phone of Lighthouse. */
export interface Phone {
  /** 0 to 100. */
  performance: number;
  /** Milliseconds. */
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  /** No unit. */
  shift: number;
  /** How fast the machine was just before, which others may slow down: Lighthouse's BenchmarkIndex. */
  machine: number;
}

/** As the browser tests start it: nothing of its own in the background. */
const QUIET_BROWSER = [
  ...["--headless=new", "--disable-gpu", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** Of all visits of this process. */
let fastestMachine = 0;

/** Medians of three runs of each page with the settings that Lighthouse comes with. */
export async function measurePhone(product: Product): Promise<Record<PagePath, Phone>> {
  const measured: Partial<Record<PagePath, Phone>> = {};
  for (const page of PAGES) {
    // A visit that does not count: Chromium's own files, and the page in the cache, are read for the first time.
    await patientVisit(product.url + page);
    const visits: Phone[] = [];
    let runs: Phone[] = [];
    while (runs.length < RUNS || (!isQuiet(runs) && visits.length < MOST_VISITS)) {
      const seen = await patientVisit(product.url + page);
      fastestMachine = Math.max(fastestMachine, seen.machine);
      visits.push(seen);
      runs = runsOf(visits);
    }
    const middle = (value: (phone: Phone) => number) => median(runs.map(value));
    measured[page] = {
      performance: middle((phone) => phone.performance),
      firstPaint: middle((phone) => phone.firstPaint),
      largestPaint: middle((phone) => phone.largestPaint),
      blocking: middle((phone) => phone.blocking),
      shift: middle((phone) => phone.shift),
      machine: middle((phone) => phone.machine),
    };
  }
  return measured as Record<PagePath, Phone>;
}

/**
 * The three visits that count: those before which the machine was fastest, whatever they measured. The phone is simulated
 * from the times of this machine, so one that is slowed down by half stands for a phone of half the speed.
 */
export function runsOf(visits: readonly Phone[]): Phone[] {
  return visits.toSorted((a, b) => b.machine - a.machine).slice(0, RUNS);
}

function isQuiet(runs: readonly Phone[]): boolean {
  return runs.every(({ machine }) => machine >= QUIET * fastestMachine);
}

/** One run in some dozens fails because Chromium lost its trace; it is not the page's fault. */
async function patientVisit(address: string): Promise<Phone> {
  try {
    return await visit(address);
  } catch {
    return visit(address);
  }
}

async function visit(address: string): Promise<Phone> {
  const flags = [...QUIET_BROWSER, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
  const output = await outputOf(
    process.execPath,
    [
      ...[LIGHTHOUSE, address, "--output=json", "--quiet", "--only-categories=performance"],
      ...["--no-enable-error-reporting", `--chrome-flags=${flags.join(" ")}`],
    ],
    // A window of Chromium is drawn on the cores that the page is measured on, and would count as the page's own time.
    { env: { ...process.env, CHROME_PATH: findHeadlessShell() ?? findBrowser() } },
    // Then it ends its browser, too.
    "SIGINT",
  );
  const { categories, audits, environment, runtimeError } = JSON.parse(output) as {
    categories: { performance: { score: number } };
    audits: Record<string, { numericValue?: number }>;
    environment: { benchmarkIndex: number };
    runtimeError?: { message: string };
  };
  if (runtimeError) throw new Error(`Lighthouse could not look at ${address}: ${runtimeError.message}`);
  const value = (name: string) => audits[name]?.numericValue ?? NaN;
  return {
    performance: Math.round(categories.performance.score * 100),
    firstPaint: value("first-contentful-paint"),
    largestPaint: value("largest-contentful-paint"),
    blocking: value("total-blocking-time"),
    shift: value("cumulative-layout-shift"),
    machine: environment.benchmarkIndex,
  };
}
