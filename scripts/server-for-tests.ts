import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import postgres from "postgres";
import { disableLimits } from "./disable-limits.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

export const SERVER_WITHOUT_PAGES = "scripts/server-without-pages.ts";
export const WHOLE_SERVER = "server/start.ts";

/**
 * The environment of the programs that tests start, without the developer's settings in the shell or .env. NODE_COMPILE_CACHE (see
 * scripts/test.ts) keeps hundreds of programs from compiling the same code.
 */
export const PROGRAM_ENV = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
};

const DEFAULTS = {
  BACKEND: "embedded",
  HOST: "127.0.0.1",
  PORT: "0",
  SITE_URL: "http://localhost",
  SEED: "none",
  TRUST_PROXY: "1",
  LOG_FORMAT: "json",
  DATABASE_URL: "",
  SMTP_URL: "",
};

export interface Run {
  process: ChildProcess;
  output(): string;
  /** Resolves to the exit code of the process, or to the signal that ended it. */
  ended: Promise<number | string>;
}

export interface Server extends Run {
  url: string;
}

export interface ServerFacts {
  apiUrl: string;
  publishableKey: string;
  /** Signs access tokens; empty if unknown. */
  jwtSecret: string;
  emailFolder: string;
  /** Logs in as the owner of the database. */
  databaseUrl: string;
  dataDir: string;
  logFile: string;
  /** Undefined for a server that this run did not start. */
  pid: number | undefined;
}

/** Creates the parent folder of a data folder. Resolves to the path of the data folder. */
export async function newDataPath(): Promise<string> {
  const parent = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-test-"));
  // The database may run as another user, which must be able to enter the folder.
  await fs.chmod(parent, 0o711);
  return path.join(parent, "data");
}

export function removeDataPath(dataDir: string): Promise<void> {
  return fs.rm(path.dirname(dataDir), { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Resolves to the path of a data folder. If this run has the migrated folder of migrated-data.ts, which has no accounts and
 * reviews, copies it: `initdb` and the migrations take four times as long.
 */
export async function newDataFolder(): Promise<string> {
  const dataDir = await newDataPath();
  if (process.env.MIGRATED_DATA) await promisify(execFile)("cp", ["-a", process.env.MIGRATED_DATA, dataDir]);
  return dataDir;
}

interface RunOptions {
  logFile?: string;
  /** A program and its arguments that run the script. */
  launcher?: string[];
}

/** Runs a script of the project in a separate process. */
export function runScript(
  script: string,
  args: string[],
  env: Record<string, string>,
  { logFile, launcher = [] }: RunOptions = {},
): Run {
  const log = logFile === undefined ? null : openSync(logFile, "a", 0o600);
  const [command = "", ...words] = [...launcher, process.execPath, path.join(ROOT, script), ...args];
  const child = spawn(command, words, {
    cwd: ROOT,
    env: { ...PROGRAM_ENV, ...DEFAULTS, ...env },
    stdio: ["ignore", log ?? "pipe", log ?? "pipe", "ipc"],
  });
  if (log !== null) closeSync(log);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  return { process: child, output: () => (logFile ? readFileSync(logFile, "utf8") : output), ended };
}

/** Resolves to the URL of the server once it is ready, or to null if it ends before. */
export async function ready(run: Run): Promise<string | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const [, url] = /^GharSach is ready at (\S+)$/m.exec(run.output()) ?? [];
    if (url) return url;
    if (run.process.exitCode !== null || run.process.signalCode !== null) {
      await run.ended;
      return null;
    }
    if (Date.now() > deadline) throw new Error(`The server did not start:\n${run.output()}`);
    await delay(10);
  }
}

/** Resolves when the server is ready. Rejects with its output if it ends before. */
export async function whenReady(run: Run): Promise<Server> {
  const url = await ready(run);
  if (!url) throw new Error(`The server ended (${await run.ended}):\n${run.output()}`);
  return { ...run, url };
}

/** Stops a server with SIGTERM, or kills it if that takes too long. Resolves to its exit code or signal. */
export function stop(server: Run): Promise<number | string> {
  server.process.kill("SIGTERM");
  const killing = setTimeout(() => server.process.kill("SIGKILL"), STOP_TIMEOUT_MS);
  return server.ended.finally(() => clearTimeout(killing));
}

export async function secretsOf(
  dataDir: string,
): Promise<Record<"jwtSecret" | "databasePassword" | "publishableKey", string>> {
  return JSON.parse(await fs.readFile(path.join(dataDir, "secrets.json"), "utf8"));
}

/** Resolves to the URL with which the owner logs in to the running database of a data folder. */
export async function databaseUrlOf(dataDir: string): Promise<string> {
  const { databasePassword } = await secretsOf(dataDir);
  const [, , , port] = (await fs.readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
  return `postgres://postgres:${databasePassword}@127.0.0.1:${port}/postgres`;
}

/** Lines that a server writes when it starts. */
const START_LINES =
  /^(?:GharSach continues as root .+|Database: \d+ migrations applied\.|GharSach is ready at \S+|Emails: \S+|Sample account: .+)$/;
/** Emails, tokens, keys, and hashes of links, which no line may contain. */
export const PRIVATE = /[\w.+-]+@[\w-]+\.\w|eyJ[\w-]{10,}|sb_publishable_\w|token_hash=[^[]/;

/** Returns lines of a log that are about neither the start nor a request, or that contain something private. */
function noiseIn(log: string): string[] {
  const lines = log.split("\n").filter((line) => line && !START_LINES.test(line));
  return lines.filter((line) => !line.includes('"level":"info"') || PRIVATE.test(line));
}

/** Stops a server. Throws if its log has an error or anything private: mistakes of visitors must not be logged. */
async function stopWithCleanLog(run: Run): Promise<void> {
  await stop(run);
  const noise = noiseIn(run.output());
  if (noise.length > 0) throw new Error(`A server wrote into its log:\n${noise.slice(0, 50).join("\n")}`);
}

interface SuiteServer {
  facts: ServerFacts;
  /** Calls {@link stopWithCleanLog}, and deletes the data. */
  stop(): Promise<void>;
}

/** Starts a server for all tests of a suite, without limits of accounts and devices. */
export async function startSuiteServer(script: string, env: Record<string, string>): Promise<SuiteServer> {
  const dataDir = await newDataFolder();
  const logFile = path.join(path.dirname(dataDir), "server.log");
  const run = runScript(script, [], { DATA_DIR: dataDir, ...env }, { logFile });
  const end = () => stopWithCleanLog(run).finally(() => removeDataPath(dataDir));
  try {
    const { url: apiUrl } = await whenReady(run);
    const { publishableKey, jwtSecret } = await secretsOf(dataDir);
    const databaseUrl = await databaseUrlOf(dataDir);
    const owner = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    await disableLimits(owner).finally(() => owner.end());
    const emailFolder = path.join(dataDir, "emails");
    const { pid } = run.process;
    return { facts: { apiUrl, publishableKey, jwtSecret, emailFolder, databaseUrl, dataDir, logFile, pid }, stop: end };
  } catch (error) {
    await end().catch(() => {});
    throw error;
  }
}

/** Calls `start` once per worker, all at once. If one call fails, stops what the others started. */
export async function startForWorkers<Started extends { stop(): Promise<void> }>(
  workers: number,
  start: () => Promise<Started>,
): Promise<{ started: Started[]; stop: () => Promise<void> }> {
  const outcomes = await Promise.allSettled(Array.from({ length: workers }, start));
  const started = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const stopAll = async () => {
    const stopped = await Promise.allSettled(started.map((each) => each.stop()));
    const failures = stopped.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
    // Vitest does not print the messages of nested errors.
    if (failures.length > 0) throw new Error(["Servers did not stop cleanly.", ...failures.map(String)].join("\n"));
  };
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (!failed) return { started, stop: stopAll };
  await stopAll().catch(() => {});
  throw failed.reason;
}
