import path from "node:path";
import postgres from "postgres";
import { toDataDirError } from "../data-dir-error.ts";
import { callFunction } from "../embedded/connections.ts";
import { exists } from "../embedded/files.ts";
import { runningPostgres } from "../embedded/postgres/leftovers.ts";
import { claimDatabase } from "../embedded/postgres/ownership.ts";
import { startPostgres } from "../embedded/postgres/start.ts";
import { createPhotoObjects, sweepUploads } from "../embedded/photo-objects.ts";
import { readSecrets } from "../embedded/secrets.ts";
import { giveUpRoot } from "../privileges.ts";
import { type Project, RefusedError } from "./project.ts";

/** What Postgres calls a function that it does not have. */
const UNDEFINED_FUNCTION = "42883";

/**
 * The database and the photos of a data folder. While the server runs, its database is used beside it; otherwise the
 * database is started for the time of the command. Throws {@link RefusedError} when there is none.
 */
export async function openEmbeddedProject(dataDir: string, databaseUrl: string | null): Promise<Project> {
  if (await exists(dataDir)) await giveUpRoot(dataDir);
  const { url, stop } = databaseUrl ? { url: databaseUrl, stop: async () => {} } : await openDatabase(dataDir);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const proofFolder = path.join(dataDir, "storage");
  return {
    name: dataDir,
    async call(name, args) {
      try {
        return JSON.parse(await callFunction(sql, name, args)) as unknown;
      } catch (error) {
        throw readable(error);
      }
    },
    ...createPhotoObjects(sql, proofFolder),
    sweepUploads: () => sweepUploads(sql, proofFolder),
    async close() {
      await sql.end({ timeout: 5 });
      await stop();
    },
  };
}

async function openDatabase(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const secrets = await readSecrets(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EACCES") throw error;
    throw new RefusedError(`You may not read ${dataDir}: run this as the user that the server runs as.`);
  });
  // Starting the database would make a new one.
  if (!secrets) {
    throw new RefusedError(
      `There is no database in ${dataDir}: set DATA_DIR to the folder of the site, or SUPABASE_URL and SUPABASE_SECRET_KEY for a hosted project.`,
    );
  }
  const { databasePassword } = secrets;
  const running = await runningPostgres(dataDir, databasePassword);
  if (running) return { url: running, stop: async () => {} };

  const server = await startPostgres(dataDir, databasePassword).catch((error: unknown) => {
    throw toDataDirError(error, dataDir);
  });
  const owner = await claimDatabase(server.url, dataDir).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return {
    url: server.url,
    async stop() {
      await owner.release();
      await server.stop();
    },
  };
}

/** The database's own sentence where it refused. Anything else stays what it is. */
function readable(error: unknown): unknown {
  if (!(error instanceof postgres.PostgresError)) return error;
  if (/^PT4\d\d$/.test(error.code)) return new RefusedError(error.message);
  if (error.code === UNDEFINED_FUNCTION && error.message.startsWith("function public.operator_")) {
    return new RefusedError(
      "This database is older than these commands: start the server once, which brings it up to date.",
    );
  }
  return error;
}
