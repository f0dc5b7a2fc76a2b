import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { endChild, hasEnded, startChild } from "./children.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const START_TIMEOUT_MS = 180_000;

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

/** Starts the product with its data in `dataDir` and waits until it answers. Throws with its last words when it does not. */
export async function startProduct(
  dataDir: string,
  port: number,
  seed: "sample" | "none" = "none",
  settings: Record<string, string> = {},
): Promise<Product> {
  const started = performance.now();
  const child = startChild(process.execPath, ["server/start.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    // What a file .env of this folder says is for another server: nothing here may follow it.
    env: {
      BACKEND: "embedded",
      DATABASE_URL: "",
      SMTP_URL: "",
      SUPABASE_URL: "",
      SUPABASE_PUBLISHABLE_KEY: "",
      // The writers of inserts.ts each write from an address of their own every time.
      TRUST_PROXY: "1",
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      HOST: "127.0.0.1",
      SITE_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      SEED: seed,
      ...settings,
    },
  });
  let lastWords = "";
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding("utf8").on("data", (text: string) => {
      lastWords = (lastWords + text).slice(-2_000);
    });
  }

  const url = `http://127.0.0.1:${port}`;
  while (!(await isHealthy(url))) {
    if (hasEnded(child)) {
      throw new Error(`The product ended while it was starting. Its last words:\n${lastWords}`);
    }
    if (performance.now() - started > START_TIMEOUT_MS) {
      await endChild(child);
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
    stop: () => endChild(child),
  };
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
