import { execFile, spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** The output of load.lua. Times are in milliseconds. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Broken connections, timeouts, and responses of 400 and above. */
  failed: number;
}

export interface LoadOptions {
  connections?: number;
  headers?: Record<string, string>;
  /** Requested in turn, instead of the path of the URL. */
  paths?: string[];
}

/** Returns name and version of wrk, or null if it is not installed. */
export function wrkVersion(): string | null {
  return /^wrk \S+/.exec(spawnSync("wrk", ["-v"], { encoding: "utf8" }).stdout ?? "")?.[0] ?? null;
}

/** Runs wrk on a URL with one thread: a second one would use a core of the server. */
export async function wrk(url: string, seconds: number, options: LoadOptions): Promise<Load> {
  const { connections = 32, headers = {}, paths = [] } = options;
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-wrk-"));
  const file = path.join(folder, "paths");
  await fs.writeFile(file, paths.join("\n"));
  const { stdout } = await promisify(execFile)("wrk", [
    ...["--threads", "1", "--connections", String(connections), "--duration", `${seconds}s`, "--timeout", "10s"],
    ...["--script", path.join(import.meta.dirname, "load.lua")],
    ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    ...[url, "--", ...(paths.length > 0 ? [file] : [])],
  ]);
  await fs.rm(folder, { recursive: true });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Load;
}
