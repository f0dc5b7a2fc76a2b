import { closeSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DataDirError } from "../../data-dir-error.ts";
import { exists } from "../files.ts";
import { lockFolder } from "../folder-lock.ts";
import { isReachable, connectionUrl } from "./connection.ts";

const STOP_TIMEOUT_MS = 30_000;

/**
 * Locks the folder of a database. PostgreSQL inherits the returned descriptor, so the lock lasts until its last process ends. The caller owns
 * the data folder: a PostgreSQL with the lock was left by a killed GharSach, and is stopped.
 */
export async function lockDatabase(folder: string, dataDir: string, signal?: AbortSignal): Promise<number> {
  let lock = lockFolder(folder);
  if (lock === null) {
    const { pid } = await pidFileOf(folder);
    if (await isRunningIn(folder, pid)) stopGracefully(pid);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while ((lock = lockFolder(folder)) === null) {
      signal?.throwIfAborted();
      if (Date.now() > deadline) {
        throw new DataDirError(
          `The PostgreSQL of a killed GharSach still runs on the data in ${dataDir}, perhaps in another container: stop it.`,
        );
      }
      await delay(100);
    }
  }
  // Delete a stale postmaster.pid: PostgreSQL refuses to start if an unrelated process has reused the process id in it.
  const { pid } = await pidFileOf(folder);
  if (!(await isRunningIn(folder, pid))) await fs.rm(path.join(folder, "postmaster.pid"), { force: true });
  return lock;
}

export async function stopLeftover(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, "postgres");
  if (await exists(folder)) closeSync(await lockDatabase(folder, dataDir));
}

/**
 * Returns the URL of the running database of this data folder, or null if none responds: it runs in another container or is starting. Contains
 * the password: never print it.
 */
export async function runningDatabase(dataDir: string, password: string): Promise<string | null> {
  const { port } = await pidFileOf(path.join(dataDir, "postgres"));
  const url = connectionUrl(port, password);
  return port > 0 && (await isReachable(url)) ? url : null;
}

function stopGracefully(pid: number): void {
  try {
    process.kill(pid, "SIGINT");
  } catch {
    // It has exited.
  }
}

/**
 * Reads the process id and the port from postmaster.pid. Returns zero for a missing or invalid number: a negative id would address
 * many processes.
 */
async function pidFileOf(folder: string): Promise<{ pid: number; port: number }> {
  const text = await fs.readFile(path.join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const [pid = 0, , , port = 0] = text.split("\n").map((line) => (/^\d+$/.test(line.trim()) ? Number(line) : 0));
  return { pid, port };
}

/** Returns whether the process is PostgreSQL on this folder, run by the folder's owner. Without /proc, returns true for any process id. */
async function isRunningIn(folder: string, pid: number): Promise<boolean> {
  if (process.platform !== "linux") return pid > 0;
  const [running, owned, words, place] = await Promise.all([
    fs.stat(`/proc/${pid}`).catch(() => null),
    fs.stat(folder),
    fs.readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
    fs.realpath(folder),
  ]);
  return running?.uid === owned.uid && words.split("\0").includes(place);
}
