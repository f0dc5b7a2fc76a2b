import fs from "node:fs/promises";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { compareDatabases } from "../../../scripts/compare-databases.ts";
import { applySchemas, createDatabase, migrationChecksums } from "../../../scripts/migrated-data.ts";
import { migrate } from "../../../server/embedded/migrate.ts";
import { owner, seed } from "./test-database.ts";
import { MIGRATIONS } from "./fresh-database.ts";

const RELEASES = path.join(MIGRATIONS, "..", "releases");

test("runs each migration once", async () => {
  expect(await migrate(owner, MIGRATIONS)).toEqual([]);
});

test("builds the same database from supabase/migrations as from supabase/schemas", async () => {
  const cluster = inject("clusterUrl");
  const declared = await createDatabase(cluster, "declared", applySchemas);
  expect(await compareDatabases(cluster, declared)).toEqual({ generated: [], byHand: [] });
});

test("keeps released migrations unchanged and first", async () => {
  const lines = await migrationChecksums();
  const released = (await fs.readdir(RELEASES)).filter((name) => name.endsWith(".sha256"));
  expect(released).toContain("1.0.0.sha256");
  for (const name of released) expect(lines).toContain(await fs.readFile(path.join(RELEASES, name), "utf8"));
});

// As content/pages/review-policy.md promises.
test("marks every sample review as a sample", async () => {
  await seed();
  const [counted] = await owner`
    select count(*)::integer as reviews, count(*) filter (where review_text like 'Sample: %')::integer as marked
    from public.reviews`;
  expect(counted).toEqual({ reviews: 160, marked: 160 });
});
