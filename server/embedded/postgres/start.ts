import { closeSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { exists } from "../files.ts";
import { systemUser } from "../system-user.ts";
import type { ClusterOptions } from "./cluster.ts";
import { createCluster } from "./create.ts";
import { reachableBinaries } from "./binaries.ts";
import { freePort } from "./free-port.ts";
import { PostgresProcess } from "./launch.ts";
import { lockDatabase } from "./leftovers.ts";

const RETRY_TIMEOUT_MS = 8_000;

const PORT_TAKEN = /could not create any TCP\/IP sockets/;

export interface PostgresServer {
  /** Contains the password: never print it. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts npm's PostgreSQL with its data in `dataDir`/postgres, on loopback and a free port. Creates the database at the first start. The caller
 * owns the data folder (`lockDataDir`), so this first stops a server that a killed GharSach left. If `signal` aborts, throws its reason and
 * leaves nothing running.
 */
export async function startPostgres(dataDir: string, password: string, signal?: AbortSignal): Promise<PostgresServer> {
  const user = systemUser();
  const binaries = await reachableBinaries(user);
  // The data folder may be a link in a place that the user cannot enter.
  const folder = path.join(await fs.realpath(dataDir), "postgres");
  const options = { binaries, folder, password, user, signal, dataDir };

  if (!(await exists(path.join(folder, "PG_VERSION")))) await createCluster(options);
  const lock = await lockDatabase(folder, dataDir, signal);
  try {
    signal?.throwIfAborted();
    const server = await launchWithRetries(options, lock);
    return { url: server.url, stop: () => server.stop().finally(() => closeSync(lock)) };
  } catch (error) {
    closeSync(lock);
    throw error;
  }
}

async function launchWithRetries(options: ClusterOptions, lock: number): Promise<PostgresProcess> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    const server = new PostgresProcess(options, await freePort(), lock);
    try {
      await server.launch();
      return server;
    } catch (error) {
      const isPortTaken = error instanceof Error && PORT_TAKEN.test(error.message);
      if (!isPortTaken || Date.now() > deadline) throw error;
      await delay(200);
    }
  }
}
