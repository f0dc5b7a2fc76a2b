import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { migrate } from "../server/embedded/migrate.ts";
import { startPostgres } from "../server/embedded/postgres/start.ts";
import { loadSecrets } from "../server/embedded/secrets.ts";
import { newDataPath, removeDataPath } from "./server-for-tests.ts";

const PLATFORM = fileURLToPath(new URL("../server/embedded/schema", import.meta.url));
export const MIGRATIONS = fileURLToPath(new URL("../supabase/migrations", import.meta.url));
const SCHEMAS = fileURLToPath(new URL("../supabase/schemas", import.meta.url));

/** Returns the checksums of all migrations in the format of sha256sum. */
export async function migrationChecksums(): Promise<string> {
  const lines: string[] = [];
  for (const name of (await fs.readdir(MIGRATIONS)).toSorted()) {
    const source = await fs.readFile(path.join(MIGRATIONS, name));
    lines.push(`${createHash("sha256").update(source).digest("hex")}  ${name}\n`);
  }
  return lines.join("");
}

/** Sets up an empty database like a Supabase project with supabase/migrations. */
export async function applyMigrations(owner: postgres.Sql): Promise<void> {
  await createPlatform(owner);
  await migrate(owner, MIGRATIONS);
}

/** Sets up an empty database like a Supabase project with supabase/schemas. Errors name the file and the line. */
export async function applySchemas(owner: postgres.Sql): Promise<void> {
  await createPlatform(owner);
  for (const file of (await fs.readdir(SCHEMAS)).toSorted()) {
    const source = await fs.readFile(path.join(SCHEMAS, file), "utf8");
    await owner.unsafe(source).catch((error: Error & { position?: string }) => {
      const line = source.slice(0, Number(error.position ?? 0)).split("\n").length;
      throw new Error(`supabase/schemas/${file}:${line}: ${error.message}`, { cause: error });
    });
  }
}

async function createPlatform(owner: postgres.Sql): Promise<void> {
  for (const name of ["roles", "auth", "storage"])
    await owner.unsafe(await fs.readFile(path.join(PLATFORM, `${name}.sql`), "utf8"));
}

export async function createDatabase(
  cluster: string,
  name: string,
  apply: (owner: postgres.Sql) => Promise<unknown>,
): Promise<string> {
  const admin = postgres(cluster, { max: 1, database: "template1" });
  await admin.unsafe(`create database ${name} template template0`).finally(() => admin.end());
  const url = new URL(name, cluster).href;
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  await apply(owner).finally(() => owner.end());
  return url;
}

/**
 * Global setup: creates a data folder with only the schemas of a Supabase project and our migrations, which the tests of this
 * run copy. Projects that run together share it, and workers inherit its path.
 */
export default async function makeMigratedData(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.MIGRATED_DATA) return undefined;
  const dataDir = await newDataPath();
  await fs.mkdir(dataDir);
  const { databasePassword } = await loadSecrets(dataDir);
  const server = await startPostgres(dataDir, databasePassword);
  const owner = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    await applyMigrations(owner);
  } finally {
    await owner.end();
    await server.stop();
  }
  process.env.MIGRATED_DATA = dataDir;
  return () => removeDataPath(dataDir);
}
