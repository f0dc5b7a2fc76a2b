import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import packageFile from "../package.json" with { type: "json" };
import { databaseUrlOf, secretsOf } from "../scripts/server-for-tests.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const START_TIMEOUT_MS = 180_000;

/** The product as operators run it, with the built pages and the embedded backend. */
export interface Product {
  url: string;
  pid: number;
  startMs: number;
  dataDir: string;
  publishableKey: string;
  databaseUrl: string;
  stop(): Promise<void>;
}

export async function startProduct(dataDir: string, port: number, seed: "sample" | "none" = "none"): Promise<Product> {
  const began = performance.now();
  const child = spawn("sh", ["-c", packageFile.scripts.start], {
    cwd: ROOT,
    // Discards the log: reading 20,000 lines a second would use the processors of the server.
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...{ BACKEND: "embedded", DATABASE_URL: "", SMTP_URL: "", SUPABASE_URL: "", SUPABASE_PUBLISHABLE_KEY: "" },
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, HOST: "127.0.0.1", PORT: String(port) },
      ...{ SITE_URL: `http://localhost:${port}`, DATA_DIR: dataDir, SEED: seed },
      TRUST_PROXY: "1",
    },
  });
  const stopWithBenchmark = () => child.kill("SIGINT");
  process.once("exit", stopWithBenchmark);
  const exit = once(child, "exit").then(() => process.removeListener("exit", stopWithBenchmark));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null || performance.now() - began > START_TIMEOUT_MS) {
      throw new Error(`The product did not start on ${dataDir}.`);
    }
    await delay(5);
  }
  return {
    ...{ url, pid: child.pid ?? 0, startMs: performance.now() - began, dataDir },
    publishableKey: (await secretsOf(dataDir)).publishableKey,
    databaseUrl: await databaseUrlOf(dataDir),
    async stop() {
      child.kill("SIGINT");
      await exit;
    },
  };
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    async (answer) => (await answer.arrayBuffer()) && answer.status === 200,
    () => false,
  );
}

/** Opens a single connection that is never renewed, so that settings made with `set` persist. */
export function connect(databaseUrl: string): postgres.Sql {
  return postgres(databaseUrl, { max: 1, max_lifetime: null, onnotice: () => {} });
}
