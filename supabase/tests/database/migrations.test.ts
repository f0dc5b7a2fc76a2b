import { expect, test } from "vitest";
import { DataDirError } from "../../../server/data-dir-error.ts";
import { migrate, refuseOtherVersions } from "../../../server/embedded/migrate.ts";
import { owner, seed } from "./one-database.ts";
import { MIGRATIONS } from "./fresh-database.ts";

test("each migration runs once", async () => {
  expect(await migrate(owner, MIGRATIONS)).toEqual([]);
});

test("each function is defined once", async () => {
  const [counted] = await owner<{ twice: string[] | null }[]>`
    select array_agg(name) as twice
    from (
      select lower(found[1]) as name
      from supabase_migrations.schema_migrations, unnest(statements) as source,
        regexp_matches(source, 'create (?:or replace )?(?:function|view|table) ([a-z_.]+)', 'gi') as found
      group by 1 having count(*) > 1
    ) as repeated`;
  expect(counted?.twice).toBeNull();
});

// content/pages/review-policy.md promises it.
test("every sample review says first that it is one", async () => {
  await seed();
  const [counted] = await owner`
    select count(*)::integer as reviews, count(*) filter (where review_text like 'Sample: %')::integer as marked
    from public.reviews`;
  expect(counted).toEqual({ reviews: 160, marked: 160 });
});

test("data of another version of the product is left alone", async () => {
  const version = "20261121060000";
  await owner`insert into supabase_migrations.schema_migrations (version, name) values (${version}, 'older')`;
  const attempt = refuseOtherVersions(owner, MIGRATIONS);
  await expect(attempt).rejects.toThrow(DataDirError);
  await expect(attempt).rejects.toThrow(/made by another version of GharSach/);
});
