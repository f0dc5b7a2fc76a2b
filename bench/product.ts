import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import packageFile from "../package.json" with { type: "json" };

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 60_000;

/** The product as operators run it: the built pages, the embedded backend, a data folder and a port of its own. */
export interface Product {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process until /healthz answers 200. */
  startMs: number;
  dataDir: string;
  /** The `apikey` of API requests; not a secret. */
  publishableKey: string;
  /** Connects as the owner of the database, who bypasses RLS. */
  databaseUrl: string;
  stop(): Promise<void>;
}

/** Starts the product on `dataDir` and waits until it is healthy. Throws with the end of its output when it is not. */
export async function startProduct(dataDir: string, port: number, seed: "sample" | "none" = "none"): Promise<Product> {
  const started = performance.now();
  const child = startChild("sh", ["-c", packageFile.scripts.start], {
    cwd: ROOT,
    // Its log is written and goes nowhere: reading 20,000 lines a second here would take the processors from the server.
    stdio: ["ignore", "ignore", "pipe"],
    // Overrides the .env file of this folder, which is for another server.
    env: {
      ...{ BACKEND: "embedded", DATABASE_URL: "", SMTP_URL: "", SUPABASE_URL: "", SUPABASE_PUBLISHABLE_KEY: "" },
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, HOST: "127.0.0.1", PORT: String(port) },
      ...{ SITE_URL: `http://localhost:${port}`, DATA_DIR: dataDir, SEED: seed },
      // Each request of the writers names another client address.
      TRUST_PROXY: "1",
    },
  });
  let errorTail = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorTail = (errorTail + text).slice(-2_000);
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isHealthy(url))) {
    if (hasEnded(child) || performance.now() - started > START_TIMEOUT_MS) {
      await endChild(child);
      throw new Error(`The product did not start. The end of its errors:\n${errorTail}`);
    }
    await delay(5);
  }
  const startMs = performance.now() - started;
  const secrets = JSON.parse(await fs.readFile(path.join(dataDir, "secrets.json"), "utf8")) as Record<string, string>;
  const [, , , databasePort] = (await fs.readFile(path.join(dataDir, "postgres/postmaster.pid"), "utf8")).split("\n");
  return {
    ...{ url, pid: child.pid ?? 0, startMs, dataDir, publishableKey: secrets.publishableKey ?? "" },
    databaseUrl: `postgres://postgres:${secrets.databasePassword}@127.0.0.1:${databasePort}/postgres`,
    stop: () => endChild(child),
  };
}

export function connect(databaseUrl: string, settings: Record<string, string | number> = {}): postgres.Sql {
  // One connection for as long as it takes: the temporary tables of a fill would be gone with it.
  return postgres(databaseUrl, { max: 1, max_lifetime: null, onnotice: () => {}, connection: settings });
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    async (answer) => (await answer.arrayBuffer()) && answer.status === 200,
    () => false,
  );
}

const running = new Set<ChildProcess>();

/** Starts a process that endAllChildren ends, unless it has ended before. */
export function startChild(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, options);
  running.add(child);
  child.once("exit", () => running.delete(child)).once("error", () => running.delete(child));
  return child;
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  // On SIGINT Lighthouse ends its browser, too.
  child.kill("SIGINT");
  const isLate = await Promise.race([ended.then(() => false), delay(STOP_TIMEOUT_MS, true, { ref: false })]);
  if (isLate) child.kill("SIGKILL");
  await ended;
}

export async function endAllChildren(): Promise<void> {
  await Promise.all([...running].map(endChild));
}

/** Runs a program and resolves to its standard output. Throws when it fails. */
export async function outputOf(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const child = startChild(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errorTail = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (errorTail = (errorTail + text).slice(-2_000)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args[0] ?? ""} ended with ${code}:\n${errorTail}`);
  return output;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
