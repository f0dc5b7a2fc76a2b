import fs from "node:fs/promises";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { compareDatabases } from "../../../scripts/compare-databases.ts";
import { applySchemas, createDatabase, migrationChecksums } from "../../../scripts/migrated-data.ts";
import { migrate } from "../../../server/embedded/migrate.ts";
import { owner, seed } from "./one-database.ts";
import { MIGRATIONS } from "./fresh-database.ts";

const RELEASES = path.join(MIGRATIONS, "..", "releases");

test("each migration runs once", async () => {
  expect(await migrate(owner, MIGRATIONS)).toEqual([]);
});

test("supabase/migrations make the database of supabase/schemas", async () => {
  const cluster = inject("clusterUrl");
  const declared = await createDatabase(cluster, "declared", applySchemas);
  expect(await compareDatabases(cluster, declared)).toEqual({ generated: [], byHand: [] });
});

test("the migrations of a released version are as they were, and the first: data of it has run them", async () => {
  const lines = await migrationChecksums();
  const released = (await fs.readdir(RELEASES)).filter((name) => name.endsWith(".sha256"));
  expect(released).toContain("1.0.0.sha256");
  for (const name of released) expect(lines).toContain(await fs.readFile(path.join(RELEASES, name), "utf8"));
});

// content/pages/review-policy.md promises it.
test("every sample review says first that it is one", async () => {
  await seed();
  const [counted] = await owner`
    select count(*)::integer as reviews, count(*) filter (where review_text like 'Sample: %')::integer as marked
    from public.reviews`;
  expect(counted).toEqual({ reviews: 160, marked: 160 });
});
