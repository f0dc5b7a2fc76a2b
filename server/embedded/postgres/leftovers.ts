import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { exists } from "../files.ts";
import { answers, connectionUrl } from "./connection.ts";
import { OWNER_LOCK, claimDatabase } from "./ownership.ts";

const STOP_TIMEOUT_MS = 30_000;

/** Ends what a killed GharSach left running on this data. Throws {@link DataDirInUseError} while one uses it. */
export async function refuseInUse(dataDir: string, password: string): Promise<void> {
  await endLeftover(path.join(dataDir, "postgres"), password, dataDir);
}

/** Ends the server of a GharSach that was killed. Its lock on the database is gone; a living owner still holds it. */
export async function endLeftover(folder: string, password: string, dataDir: string): Promise<void> {
  const { pid, port } = await pidFileOf(folder);
  if (!pid || !isAlive(pid)) return;
  if (!(await isPostgres(pid, folder))) {
    // The machine went down with it, and its number is another program's now. PostgreSQL would not start over this file.
    await fs.rm(path.join(folder, "postmaster.pid"));
    return;
  }

  const url = connectionUrl(port, password);
  if (!(await answers(url))) {
    // Starting or stopping: give it a moment before PostgreSQL's own lock file decides.
    const deadline = Date.now() + 5_000;
    while (isAlive(pid) && Date.now() < deadline && !(await answers(url))) await delay(50);
    if (!isAlive(pid)) return;
  }
  const owner = await claimDatabase(url, dataDir);
  await owner.release();
  // It may have ended meanwhile, and its number be another program's.
  if (!(await isPostgres(pid, folder))) return;
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  // The file goes last; the process may stay a zombie until it is reaped.
  while (isAlive(pid) && (await exists(path.join(folder, "postmaster.pid")))) {
    if (Date.now() > deadline) throw new Error("The PostgreSQL of a killed GharSach does not end; end it by hand.");
    await delay(25);
  }
}

/**
 * The database of a GharSach that is running on this data folder, for those who work beside it; null when none is.
 * Carries the password: never print it.
 */
export async function runningPostgres(dataDir: string, password: string): Promise<string | null> {
  const { pid, port } = await pidFileOf(path.join(dataDir, "postgres"));
  if (!pid || !isAlive(pid)) return null;
  const url = connectionUrl(port, password);
  if (!(await answers(url))) return null;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    // The server of a killed GharSach answers too, but no session holds its lock.
    const [lock] = await sql`
      select from pg_locks where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = ${OWNER_LOCK}`;
    return lock ? url : null;
  } finally {
    await sql.end();
  }
}

/** Where PostgreSQL says that it runs; zeros while it does not. A number below zero would stand for many processes. */
async function pidFileOf(folder: string): Promise<{ pid: number; port: number }> {
  const text = await fs.readFile(path.join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const [pid = 0, , , port = 0] = text.split("\n").map((line) => (/^\d+$/.test(line.trim()) ? Number(line) : 0));
  return { pid, port };
}

/** Whether there is a process with this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Whether the process with this number is a PostgreSQL of the folder's owner, who wrote that number down: what belongs to
 * others is not theirs to have ended. Where the system does not tell, true.
 */
async function isPostgres(pid: number, folder: string): Promise<boolean> {
  const [running, owned] = await Promise.all([fs.stat(`/proc/${pid}`).catch(() => null), fs.stat(folder)]);
  const words = await fs.readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "postgres");
  return words.includes("postgres") && (!running || running.uid === owned.uid);
}
