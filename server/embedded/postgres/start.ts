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
import { endLeftover } from "./leftovers.ts";

const RETRY_TIMEOUT_MS = 8_000;

/**
 * Failures of a start that pass: the processes of a PostgreSQL that was killed end a moment after it, and another program may
 * take the port that was free.
 */
const TRANSIENT = /pre-existing shared memory block|could not create any TCP\/IP sockets/;

export interface PostgresServer {
  /** Connects as the owner of the database. Carries the password: never print it. */
  url: string;
  /** PostgreSQL's fast shutdown: rolls back open transactions, writes a checkpoint and ends. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that npm install brought, with its data in `dataDir`/postgres, listening on loopback only, on
 * a free port, with a password. Makes the database at the first start. A server that a killed GharSach left behind
 * is stopped first; one that still belongs to a running GharSach makes this throw {@link DataDirInUseError}. Once `signal`
 * says so, nothing is left running and its reason is thrown.
 */
export async function startPostgres(dataDir: string, password: string, signal?: AbortSignal): Promise<PostgresServer> {
  const user = systemUser();
  const binaries = await reachableBinaries(user);
  // The data folder may be a link in a place that is closed to the user.
  const folder = path.join(await fs.realpath(dataDir), "postgres");
  const options = { binaries, folder, password, user, signal, dataDir };

  if (!(await exists(path.join(folder, "PG_VERSION")))) await createCluster(options);
  await endLeftover(folder, password, dataDir);
  signal?.throwIfAborted();
  return launchWithRetries(options);
}

async function launchWithRetries(options: ClusterOptions): Promise<PostgresServer> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    const server = new PostgresProcess(options, await freePort());
    try {
      await server.launch();
      return { url: server.url, stop: () => server.stop() };
    } catch (error) {
      const isTransient = error instanceof Error && TRANSIENT.test(error.message);
      if (!isTransient || Date.now() > deadline) throw error;
      await delay(200);
    }
  }
}
