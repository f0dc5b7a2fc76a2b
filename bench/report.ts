import { format } from "prettier";
import { PAGES } from "./load.ts";
import { QUERY_NAMES } from "./queries.ts";
import { type BySize, type Filling, type Results, type Size, SIZES } from "./results.ts";
import { targets } from "./targets.ts";
import { KINDS } from "./weight.ts";

const PAGE_NAMES = { "/": "`/`", "/reviews": "`/reviews`" } as const;

/** The results of a run as Markdown, tables aligned, so that it reads as well in a terminal. */
export function report(results: Results): Promise<string> {
  const parts = [
    heading(results),
    targetTable(results),
    queryTable(results, "database", "Queries in the database"),
    queryTable(results, "http", "Queries through HTTP, without the cache"),
    loadTable(results),
    insertTable(results),
    memoryTable(results),
    weightTable(results),
    phoneTable(results),
    startTable(results),
    enduranceTable(results),
    diskTable(results),
  ];
  return format(parts.filter(Boolean).join("\n\n"), { parser: "markdown", printWidth: 120 });
}

function heading({ date, command, machine }: Results): string {
  const { processor, cores, memoryGb, system, node, postgres, browser } = machine;
  return `# Results of the benchmark

<!-- Written by the benchmark. How to read it: README.md beside this file. -->

- ${date.slice(0, 10)}, \`${command}\`
- ${processor}, ${cores} cores, ${memoryGb.toFixed(0)} GB of memory, ${system}
- Node ${node}, PostgreSQL ${postgres}, ${browser}`;
}

function targetTable(results: Results): string {
  const found = targets(results);
  if (found.length === 0) return "";
  const missed = found.filter(({ isMet }) => !isMet).length;
  return `## Targets

${found.length - missed} met, ${missed} missed.

${table(
  ["target", "measured", ""],
  found.map(({ goal, measured, isMet }) => [goal, measured, isMet ? "met" : "**missed**"]),
)}`;
}

function queryTable(results: Results, way: "database" | "http", title: string): string {
  const timings = results[way];
  if (!timings) return "";
  const largest = results.sizes.at(-1) as Size;
  const counts = Object.values(timings).flatMap((queries) => QUERY_NAMES.map((name) => queries[name].count));
  return `## ${title}

p50 / p95 in milliseconds, of ${Math.min(...counts)} questions each.

${table(
  ["query", ...results.sizes.map(sizeName), "slowest question at the largest size (p50)"],
  QUERY_NAMES.map((name) => {
    const slowest = timings[largest]?.[name].slowest;
    return [
      name,
      ...bySize(results, timings, (queries) => `${fixed(queries[name].p50, 1)} / ${fixed(queries[name].p95, 1)}`),
      slowest ? `\`${shortened(decodeURIComponent(slowest.address))}\` ${fixed(slowest.p50, 1)}` : "",
    ];
  }),
)}`;
}

function loadTable({ load, sizes }: Results): string {
  if (!load) return "";
  const rows = (["cached", "uncached"] as const).flatMap((way) =>
    PAGES.flatMap((page) => {
      const measured: { ours: (typeof load)["cached"]["/"]["ours"]; bare?: (typeof load)["cached"]["/"]["bare"] } =
        load[way][page];
      const name = `${PAGE_NAMES[page]}, ${way === "cached" ? "from the cache" : "without the cache"}`;
      const bareName = way === "cached" ? "bare server, the same bytes from memory" : "bare server, one query";
      const row = (label: string, { pagesPerSecond, p50, p99 }: typeof measured.ours, ratio: string) => [
        ...[label, fixed(pagesPerSecond, 0), fixed(p50, 0), fixed(p99, 0), ratio],
      ];
      const ratio = measured.bare
        ? `${fixed((measured.ours.pagesPerSecond / measured.bare.pagesPerSecond) * 100, 1)} %`
        : "";
      return [row(name, measured.ours, ratio), ...(measured.bare ? [row(bareName, measured.bare, "")] : [])];
    }),
  );
  return `## Pages per second

At 32 connections with ${sizeName(sizes.at(-1) as Size)} reviews; medians of three rounds, ours and the bare server in turn.
From the cache in brotli, without it as it is.

${table(["page", "pages per second", "p50 ms", "p99 ms", "of the bare server"], rows)}`;
}

function insertTable(results: Results): string {
  const { insert, sizes } = results;
  if (!insert) return "";
  const smallest = insert[sizes[0] as Size];
  const row = (label: string, value: (measured: NonNullable<typeof smallest>) => string) => [
    label,
    ...bySize(results, insert, value),
  ];
  return `## Storing reviews

Through the API, as the form sends them; the sizes in turn.

${table(
  ["", ...sizes.map(sizeName)],
  [
    row("one writer: p50 / p95 ms", ({ oneWriter }) => `${fixed(oneWriter.p50, 1)} / ${fixed(oneWriter.p95, 1)}`),
    row("one writer: reviews per second", ({ oneWriterPerSecond }) => fixed(oneWriterPerSecond, 0)),
    row("eight writers: reviews per second", ({ eightWritersPerSecond }) => fixed(eightWritersPerSecond, 0)),
    row(`one writer: p50 to that at ${sizeName(sizes[0] as Size)}`, ({ oneWriter }) =>
      fixed(oneWriter.p50 / (smallest?.oneWriter.p50 ?? NaN), 2),
    ),
  ],
)}`;
}

function memoryTable(results: Results): string {
  const { memory, sizes } = results;
  if (!memory) return "";
  const states = [
    ["idle", "idle, after the start"],
    ["afterLoad", "after 32 visitors at once"],
  ] as const;
  const parts = [
    ["webServer", "web server (RSS)"],
    ["databaseShared", "PostgreSQL (PSS of all processes)"],
    ["databaseResident", "PostgreSQL (RSS of all processes)"],
  ] as const;
  return `## Memory

Megabytes.

${table(
  ["", ...sizes.map(sizeName)],
  states.flatMap(([state, stateName]) =>
    parts.map(([part, partName]) => [
      `${partName}, ${stateName}`,
      ...bySize(results, memory, (measured) => (measured ? fixed(measured[state][part], 0) : "not told")),
    ]),
  ),
)}`;
}

function weightTable({ weight, sizes }: Results): string {
  if (!weight) return "";
  return `## Weight of a first visit

Compressed, in KB of 1,024 bytes, before any touch of the page.

${table(
  ["page", ...KINDS, "total"],
  pagesByFilling(sizes).map(([filling, page, name]) => {
    const measured = weight[filling][page];
    return [name, ...[...KINDS, "total" as const].map((kind) => fixed(measured[kind], 1))];
  }),
)}`;
}

function phoneTable({ phone, sizes, machine: { hasHeadlessShell } }: Results): string {
  if (!phone) return "";
  return `## On a slow phone

Lighthouse as it comes (mobile, simulated throttling); medians of three runs. The machine's speed is Lighthouse's
BenchmarkIndex just before: where others slow the machine down, the phone that it simulates is slower, too.
${hasHeadlessShell ? "In Chromium's headless shell, which draws no window." : "Chromium's window was drawn on the same cores: with its headless shell TBT would be shorter."}

${table(
  ["page", "performance", "FCP s", "LCP s", "TBT ms", "CLS", "machine"],
  pagesByFilling(sizes).map(([filling, page, name]) => {
    const { performance, firstPaint, largestPaint, blocking, shift, machine } = phone[filling][page];
    return [
      ...[name, String(performance), fixed(firstPaint / 1000, 2), fixed(largestPaint / 1000, 2)],
      ...[fixed(blocking, 0), fixed(shift, 3), fixed(machine, 0)],
    ];
  }),
)}`;
}

function startTable(results: Results): string {
  const { start, sizes } = results;
  if (!start) return "";
  return `## Start

Seconds from the start of the process to a healthy server; medians of three starts.

${table(["", ...sizes.map(sizeName)], [["start", ...bySize(results, start, (time) => fixed(time / 1000, 2))]])}`;
}

function enduranceTable({ endurance }: Results): string {
  if (!endurance) return "";
  const { seconds, reads, writes, faults, memoryGrowth, readsAlone, readsBesideSignIns } = endurance;
  return `## Endurance

50 connections that read and write for ${seconds} seconds; then reading alone and beside 100 sign-ins a second, medians of three
rounds in turn.

${table(
  ["", "measured"],
  [
    ["pages and lists a second", fixed(reads, 0)],
    ["reviews and reports a second, beside them", fixed(writes, 0)],
    ["answers of 500 or above, or none", String(faults)],
    [
      "memory of the web server, end of the second half to its start",
      memoryGrowth === null ? "" : fixed(memoryGrowth, 2),
    ],
    ["pages and lists a second, alone", fixed(readsAlone, 0)],
    ["pages and lists a second, beside 100 sign-ins a second", fixed(readsBesideSignIns, 0)],
  ],
)}`;
}

function diskTable(results: Results): string {
  const { disk, sizes } = results;
  if (!disk) return "";
  const names = Object.keys(disk[sizes.at(-1) as Size] ?? {});
  return `## Disk

Megabytes. Tables with what is stored beside them, and each index.

${table(
  ["", ...sizes.map(sizeName)],
  names.map((name) => [
    name === "database" ? "the whole database" : `\`${name}\``,
    ...bySize(results, disk, (measured) => fixed(measured[name] ?? NaN, 1)),
  ]),
)}`;
}

function pagesByFilling(sizes: readonly Size[]) {
  const names: Record<Filling, string> = { sample: "60", largest: sizeName(sizes.at(-1) as Size) };
  return (["sample", "largest"] as const).flatMap((filling) =>
    PAGES.map((page) => [filling, page, `${PAGE_NAMES[page]} with ${names[filling]} reviews`] as const),
  );
}

function bySize<T>({ sizes }: Results, measured: BySize<T>, told: (value: T) => string): string[] {
  return sizes.map((size) => {
    const value = measured[size];
    return value === undefined ? "" : told(value);
  });
}

function sizeName(size: Size): string {
  return SIZES[size].toLocaleString("en");
}

function fixed(value: number, digits: number): string {
  return Number.isNaN(value) ? "–" : value.toFixed(digits);
}

/** Cursors are long and tell nothing. */
function shortened(address: string): string {
  return address.replace(/after=.{9,}/, "after=…");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
