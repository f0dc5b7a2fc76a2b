import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 60_000;

/** The product as operators run it: the built pages, the embedded backend, a data folder and a port of its own. */
export interface Product {
  url: string;
  pid: number;
  /** From the start of the process until its health was good, in milliseconds. */
  startMs: number;
  dataDir: string;
  /** Sends apikey to the API; not a secret. */
  publishableKey: string;
  /** Connects as the owner of the database, past every policy. */
  databaseUrl: string;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Starts the product with its data in `dataDir` and waits until it answers. Throws with its last words when it does not. */
export async function startProduct(dataDir: string, port: number, seed: "sample" | "none" = "none"): Promise<Product> {
  const started = performance.now();
  const child = spawn(process.execPath, ["server/start.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      HOST: "127.0.0.1",
      SITE_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      SEED: seed,
    },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let lastWords = "";
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding("utf8");
    output.on("data", (text: string) => {
      lastWords = (lastWords + text).slice(-2_000);
    });
  }

  const url = `http://127.0.0.1:${port}`;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The product ended while it was starting. Its last words:\n${lastWords}`);
    }
    if (performance.now() - started > START_TIMEOUT_MS) {
      await end(child);
      throw new Error(`The product did not start in time. Its last words:\n${lastWords}`);
    }
    await delay(5);
  }
  const startMs = performance.now() - started;
  const secrets = JSON.parse(await fs.readFile(path.join(dataDir, "secrets.json"), "utf8")) as {
    publishableKey: string;
    databasePassword: string;
  };
  const [, , , databasePort] = (
    await fs.readFile(path.join(await databaseFolder(dataDir), "postmaster.pid"), "utf8")
  ).split("\n");
  return {
    url,
    pid: child.pid ?? 0,
    startMs,
    dataDir,
    publishableKey: secrets.publishableKey,
    databaseUrl: `postgres://postgres:${secrets.databasePassword}@127.0.0.1:${databasePort}/postgres`,
    stop: () => end(child),
  };
}

/** Ends whatever was started and still runs, in good order. */
export async function stopEveryProduct(): Promise<void> {
  await Promise.all([...running].map(end));
}

/** The folder of PostgreSQL: in the data folder, or where that links to. */
export function databaseFolder(dataDir: string): Promise<string> {
  return fs.realpath(path.join(dataDir, "postgres"));
}

export function connect(databaseUrl: string, settings: Record<string, string | number> = {}): postgres.Sql {
  return postgres(databaseUrl, { max: 1, onnotice: () => {}, connection: settings });
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/healthz`);
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const isLate = await Promise.race([ended.then(() => false), delay(STOP_TIMEOUT_MS, true, { ref: false })]);
  if (isLate) child.kill("SIGKILL");
  await ended;
}
