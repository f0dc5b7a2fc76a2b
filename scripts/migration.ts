import fs from "node:fs/promises";
import path from "node:path";
import { Command } from "commander";
import { startPostgres } from "../server/embedded/postgres/start.ts";
import { loadSecrets } from "../server/embedded/secrets.ts";
import { compareDatabases } from "./compare-databases.ts";
import { applyMigrations, applySchemas, createDatabase, MIGRATIONS } from "./migrated-data.ts";
import { newDataPath, removeDataPath } from "./server-for-tests.ts";

/**
 * `npm run migration -- <name>`: writes the statements that change a database of supabase/migrations into one of supabase/schemas, and prints
 * those that the author has to write.
 */
const program = new Command("npm run migration --").argument("<name>", "the change, in snake_case").parse();
const [name = ""] = program.args;
if (!/^[a-z][a-z0-9_]*$/.test(name))
  program.error("Name the migration in snake_case: npm run migration -- add_move_out_month");

const dataDir = await newDataPath();
await fs.mkdir(dataDir);
const server = await startPostgres(dataDir, (await loadSecrets(dataDir)).databasePassword);
try {
  // Applies supabase/schemas first: only its errors name the file and the line.
  const declared = await createDatabase(server.url, "declared", applySchemas);
  const migrated = await createDatabase(server.url, "migrated", applyMigrations);
  const { generated, byHand } = await compareDatabases(migrated, declared);
  const version = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = path.join(MIGRATIONS, `${version}_${name}.sql`);
  if (generated.length + byHand.length === 0)
    console.log("supabase/migrations and supabase/schemas give the same database.");
  else {
    await fs.writeFile(file, generated.map((statement) => `${statement}\n`).join("\n"));
    console.log(`Wrote ${path.relative("", file)}.`);
  }
  if (byHand.length > 0)
    console.log(
      `Write these changes at its top. They are a proposal: make sure that they keep the data.\n\n${byHand.join("\n")}`,
    );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await server.stop();
  await removeDataPath(dataDir);
}
