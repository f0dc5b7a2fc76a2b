import fs from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";
import { DataDirError } from "../data-dir-error.ts";

async function filesOf(folder: string): Promise<string[]> {
  return (await fs.readdir(folder)).filter((name) => /^\d{14}_.+\.sql$/.test(name)).toSorted();
}

/**
 * Returns the first missing migration of a database of an earlier version, or null if it is of this version or empty. Throws
 * {@link DataDirError} if it has migrations that `folder` lacks.
 */
export async function nextMigration(sql: postgres.Sql, folder: string): Promise<string | null> {
  const [table] = await sql`select where to_regclass('supabase_migrations.schema_migrations') is not null`;
  if (!table) return null;
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  const applied = new Set(rows.map((row) => row.version));
  const known = (await filesOf(folder)).map((file) => file.slice(0, 14));
  if (rows.some(({ version }) => !known.includes(version))) {
    throw new DataDirError(
      "The database was made by a newer version of GharSach: start that one or a later one, or restore the backup from before it. A database of a version before 1.0.0 can be deleted.",
    );
  }
  return (applied.size > 0 && known.find((version) => !applied.has(version))) || null;
}

/**
 * Applies missing migrations, each in a transaction with its row in `supabase_migrations.schema_migrations`, which the Supabase CLI also uses.
 * Returns the names of the applied files. If one fails, throws and keeps the ones before it.
 */
export async function migrate(sql: postgres.Sql, folder: string): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  const applied = new Set(rows.map((row) => row.version));

  const ran: string[] = [];
  for (const file of await filesOf(folder)) {
    const [version = "", name = ""] = file.replace(/\.sql$/, "").split(/_(.*)/s);
    if (applied.has(version)) continue;
    const source = await fs.readFile(path.join(folder, file), "utf8");
    try {
      await sql.begin(async (transaction) => {
        await transaction.unsafe(source);
        await transaction`
          insert into supabase_migrations.schema_migrations (version, name, statements)
          values (${version}, ${name}, array[${source}])`;
      });
    } catch (error) {
      throw new Error(`The migration ${file} failed.`, { cause: error });
    }
    ran.push(file);
  }
  return ran;
}
