import { closeSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DataDirError, DataDirInUseError } from "../data-dir-error.ts";
import { lockFolder } from "./folder-lock.ts";
import { stopLeftover, runningDatabase } from "./postgres/leftovers.ts";
import { startPostgres } from "./postgres/start.ts";

/** The prefix of the folder into which a restore unpacks. */
export const RESTORING = "restoring-";
const START_TIMEOUT_MS = 5_000;

/**
 * Makes this process the owner of the data folder until it closes the returned descriptor or ends. Call it before changing anything there.
 * Removes the remains of a killed restore. Throws {@link DataDirInUseError} if another process is the owner.
 */
export async function lockDataDir(dataDir: string): Promise<number> {
  const lock = lockFolder(dataDir);
  if (lock === null) throw new DataDirInUseError(dataDir);
  for (const name of await fs.readdir(dataDir)) {
    if (!name.startsWith(RESTORING)) continue;
    await stopLeftover(path.join(dataDir, name));
    await fs.rm(path.join(dataDir, name), { recursive: true });
  }
  return lock;
}

export interface OpenDatabase {
  /** Contains the password of the owner: never print it. */
  url: string;
  close(): Promise<void>;
}

/**
 * Opens the database of the running server, or starts it until it is closed. Throws {@link DataDirError} if a server in another container uses
 * the folder.
 */
export async function openDatabase(dataDir: string, password: string): Promise<OpenDatabase> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let lock = lockFolder(dataDir);
  while (lock === null) {
    const running = await runningDatabase(dataDir, password);
    if (running) return { url: running, close: async () => {} };
    if (Date.now() > deadline) {
      throw new DataDirError(
        `A GharSach is running on the data in ${dataDir}, but its database cannot be reached from here: run this in its container (docker compose exec gharsach …), or wait until it has started.`,
      );
    }
    await delay(100);
    lock = lockFolder(dataDir);
  }
  const owned = lock;
  try {
    const server = await startPostgres(dataDir, password);
    return { url: server.url, close: () => server.stop().finally(() => closeSync(owned)) };
  } catch (error) {
    closeSync(owned);
    throw error;
  }
}
