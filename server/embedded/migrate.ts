import fs from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";
import { DataDirError } from "../data-dir-error.ts";

/**
 * Brings the database to the newest migration. Each file of `folder` runs once, in the order of its name, in one
 * transaction with its line in `supabase_migrations.schema_migrations`, the table that the Supabase CLI keeps too.
 * Resolves to the names of the files that ran. Throws when one fails; the ones before it stay. Throws {@link DataDirError}
 * where another version of the product has made changes that no file here knows.
 */
export async function migrate(sql: postgres.Sql, folder: string): Promise<string[]> {
  const files = (await fs.readdir(folder)).filter((name) => /^\d{14}_.+\.sql$/.test(name)).toSorted();
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  const applied = new Set(rows.map((row) => row.version));
  const known = new Set(files.map((file) => file.slice(0, 14)));
  if ([...applied].some((version) => !known.has(version))) {
    throw new DataDirError(
      "The database was made by another version of GharSach: start that one, or this one with another DATA_DIR. What a development version made can be deleted.",
    );
  }

  const ran: string[] = [];
  for (const file of files) {
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
