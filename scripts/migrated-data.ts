import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { migrate } from "../server/embedded/migrate.ts";
import { startPostgres } from "../server/embedded/postgres/start.ts";
import { loadSecrets } from "../server/embedded/secrets.ts";
import { newDataPath, removeDataPath } from "./server-for-tests.ts";

const SCHEMA = fileURLToPath(new URL("../server/embedded/schema", import.meta.url));
export const MIGRATIONS = fileURLToPath(new URL("../supabase/migrations", import.meta.url));

/** The checksums of all migrations, as sha256sum writes them. */
export async function migrationChecksums(): Promise<string> {
  const lines: string[] = [];
  for (const name of (await fs.readdir(MIGRATIONS)).toSorted()) {
    const source = await fs.readFile(path.join(MIGRATIONS, name));
    lines.push(`${createHash("sha256").update(source).digest("hex")}  ${name}\n`);
  }
  return lines.join("");
}

/**
 * Global setup: makes the data folder that the tests of this run copy, with the schemas of a Supabase project, our
 * migrations and nothing else. Projects that run together share it; workers start with this environment.
 */
export default async function makeMigratedData(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.MIGRATED_DATA) return undefined;
  const dataDir = await newDataPath();
  await fs.mkdir(dataDir);
  const { databasePassword } = await loadSecrets(dataDir);
  const server = await startPostgres(dataDir, databasePassword);
  const owner = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    for (const name of ["roles", "auth", "storage"]) {
      await owner.unsafe(await fs.readFile(path.join(SCHEMA, `${name}.sql`), "utf8"));
    }
    await migrate(owner, MIGRATIONS);
  } finally {
    await owner.end();
    await server.stop();
  }
  process.env.MIGRATED_DATA = dataDir;
  return () => removeDataPath(dataDir);
}
