import os from "node:os";
import { findBrowser, findHeadlessShell } from "../scripts/find-browser.ts";
import { outputOf } from "./children.ts";
import { connect, type Product } from "./product.ts";

/** What the figures were measured on. Nothing in it names a machine or a place on it. */
export interface Machine {
  processor: string;
  cores: number;
  memoryGb: number;
  system: string;
  node: string;
  postgres: string;
  browser: string;
  /** Whether the slow phone was simulated in a browser that draws no window beside the page. */
  hasHeadlessShell: boolean;
}

export async function describeMachine(product: Product): Promise<Machine> {
  const sql = connect(product.databaseUrl);
  const [row] = await sql<{ server_version: string }[]>`show server_version`;
  await sql.end();
  return {
    processor: os.cpus()[0]?.model.trim() || "unknown",
    cores: os.availableParallelism(),
    memoryGb: os.totalmem() / 1024 ** 3,
    system: `${os.type()} ${os.machine()}`,
    node: process.versions.node,
    postgres: row?.server_version.split(" ")[0] ?? "",
    browser:
      (await outputOf(findBrowser(), ["--version"]))
        .trim()
        .split("\n")
        .at(-1)
        ?.match(/^\D+[\d.]+/)?.[0] ?? "",
    hasHeadlessShell: findHeadlessShell() !== null,
  };
}
