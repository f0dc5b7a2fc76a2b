import path from "node:path";
import postgres from "postgres";
import { toDataDirError } from "../data-dir-error.ts";
import { callFunction } from "../embedded/connections.ts";
import { type OpenDatabase, openDatabase } from "../embedded/data-dir.ts";
import { exists } from "../embedded/files.ts";
import { createPhotoObjects, sweepStrayFiles, sweepUploads } from "../embedded/photo-objects.ts";
import { readSecrets } from "../embedded/secrets.ts";
import { dropRoot } from "../privileges.ts";
import { type Project, RefusedError } from "./project.ts";

const UNDEFINED_FUNCTION = "42883";

/**
 * Opens the database and the photos of a data folder. Uses the database of a running server, or starts it for the command. Throws
 * {@link RefusedError} if there is none.
 */
export async function openEmbeddedProject(dataDir: string, databaseUrl: string | null): Promise<Project> {
  if (await exists(dataDir)) await dropRoot(dataDir);
  const { url, close } = databaseUrl ? { url: databaseUrl, close: async () => {} } : await openDatabaseOf(dataDir);
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
    sweepUploads: async () => (await sweepUploads(sql, proofFolder)) + (await sweepStrayFiles(sql, proofFolder)),
    async close() {
      await sql.end({ timeout: 5 });
      await close();
    },
  };
}

async function openDatabaseOf(dataDir: string): Promise<OpenDatabase> {
  const secrets = await readSecrets(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EACCES") throw error;
    throw new RefusedError(`You may not read ${dataDir}: run this as the user of the server.`);
  });
  // Starting the database would create a new one.
  if (!secrets) {
    throw new RefusedError(
      `There is no database in ${dataDir}: set DATA_DIR to the data folder of the site, or SUPABASE_URL and SUPABASE_SECRET_KEY for a hosted project.`,
    );
  }
  return openDatabase(dataDir, secrets.databasePassword).catch((error: unknown) => {
    throw toDataDirError(error, dataDir);
  });
}

/** Returns a RefusedError for a refusal of the database, and other errors unchanged. */
function readable(error: unknown): unknown {
  if (!(error instanceof postgres.PostgresError)) return error;
  if (/^PT4\d\d$/.test(error.code)) return new RefusedError(error.message);
  if (error.code === UNDEFINED_FUNCTION && error.message.startsWith("function public.operator_")) {
    return new RefusedError("This database is older than these commands: start the server once to update it.");
  }
  return error;
}
