import { expect, test } from "vitest";
import { hide, newAccount, newOperator, owner, publish, upload } from "./test-database.ts";

// A function that is called for each row takes seconds at the size of a real site. PostgreSQL counts calls and rows, so a few rows
// suffice here.

/** Counts the calls of each of our functions in a statement. */
async function callsIn(statement: string): Promise<Record<string, number>> {
  return owner.begin(async (sql) => {
    // The statistics include earlier transactions of the connection.
    const counts = async () => {
      const rows = await sql<{ name: string; calls: number }[]>`
        select funcname as name, calls::integer from pg_stat_xact_user_functions where schemaname = 'private'`;
      return new Map(rows.map(({ name, calls }) => [name, calls]));
    };
    await sql`set local track_functions = 'all'`;
    const before = await counts();
    await sql.unsafe(statement);
    const calls = [...(await counts())].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
    return Object.fromEntries(calls.filter(([, count]) => count > 0));
  });
}

test("looks up a city once at the desk, and reads no hidden review unless asked", { tags: ["11.91"] }, async () => {
  const author = await newAccount("author");
  for (let number = 0; number < 5; number += 1) await publish(author, { property_name: `House ${number}` });
  await owner`update public.reviews set reported = true`;
  const claims = JSON.stringify((await newOperator("asha")).claims);
  await owner`update public.reviews set hidden_at = now() where id = (select id from public.reviews limit 1)`;
  const { city_key, setting, ...calls } = await callsIn(`
    select set_config('request.jwt.claims', '${claims}', true);
    select public.desk_queue(city => 'Bengaluru', at_most => 1)`);
  expect(city_key).toBe(2);
  expect(setting).toBeLessThan(5);
  expect(calls).not.toHaveProperty("is_hidden_by_operator");
});

test("counts the decisions of a past month once, not for each view", { tags: ["11.52"] }, async () => {
  await owner`
    insert into private.audit_log (at, operator, command, subject, reason)
    select now() - age * interval '1 month', 'asha', 'hide', gen_random_uuid(), 'A test.' from generate_series(0, 30) as age`;
  expect(await callsIn("select public.operator_sweep()")).toMatchObject({ decision_counts: 30 });
  expect(await callsIn("select private.transparency_months()")).toMatchObject({ decision_counts: 1 });
});

test("reads a setting once per sweep, not once per log entry", async () => {
  await owner`insert into auth.audit_log_entries (payload) select '{}' from generate_series(1, 50)`;
  expect((await callsIn("select public.operator_sweep()")).setting).toBeLessThan(20);
});

/** Counts the rows of a table that a statement reads if the planner avoids sequential scans. */
async function rowsRead(statement: string, table: string): Promise<number> {
  return owner.begin(async (sql) => {
    const count = async () => {
      const [read] = await sql<{ rows: number }[]>`
        select (seq_tup_read + idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables where relid = ${table}::regclass`;
      return read?.rows ?? 0;
    };
    await sql`set local enable_seqscan = off`;
    const before = await count();
    await sql.unsafe(statement);
    return (await count()) - before;
  });
}

test("finds the account to delete without reading all accounts", async () => {
  const { id } = await newAccount("author");
  for (let number = 0; number < 9; number += 1) await newAccount("other");
  expect(await rowsRead(`select count(*) from private.accounts_of('${id}')`, "auth.users")).toBeLessThan(3);
});

test("finds the photos of a hidden review without reading all photos", { tags: ["11.98"] }, async () => {
  const author = await newAccount("author");
  const id = await publish(author, { proof_urls: [await upload(author)] });
  await owner`insert into storage.objects (bucket_id, name) select 'review-proofs', 'public/' || n from generate_series(1, 1000) as n`;
  await hide(id);
  await owner`analyze storage.objects, private.review_proofs`;
  expect(await rowsRead(`select private.photo_moves('${id}')`, "storage.objects")).toBe(1);
});

// A session inlines the expression of an index only if the first role that reads the index may execute its function. Otherwise the
// queries of the session do not match the index.
test("grants the functions in an index to every role that reads its table", async () => {
  const without = await owner`
    select r.rolname, p.oid::regprocedure::text as function
    from pg_index as i
    join pg_depend as d on d.objid = i.indexrelid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_proc'::regclass
    join pg_proc as p on p.oid = d.refobjid and p.pronamespace = 'private'::regnamespace
    cross join pg_roles as r
    where (has_table_privilege(r.oid, i.indrelid, 'insert, delete')
        or has_any_column_privilege(r.oid, i.indrelid, 'select, insert, update'))
      and r.rolname !~ '^pg_' and not has_function_privilege(r.oid, p.oid, 'execute')`;
  expect(without).toEqual([]);
});
