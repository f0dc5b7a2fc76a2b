import type postgres from "postgres";
import { FUNCTIONS, TABLES } from "./calls.ts";

/**
 * Asks the database, before the server listens, what visitors may do: call the functions on the list, add to three tables
 * and to the photos, and nothing else. Throws where it is more.
 */
export async function selfTest(sql: postgres.Sql): Promise<void> {
  const rights = await sql<{ name: string }[]>`
    select distinct c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
    where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(?:toast|temp)'
      and c.relkind in ('r', 'p', 'v', 'm', 'f') and r.rolname in ('anon', 'authenticated')
      and has_schema_privilege(r.oid, n.oid, 'usage')
      and (has_any_column_privilege(r.oid, c.oid, 'select, update, references')
        or has_table_privilege(r.oid, c.oid, 'delete, truncate, trigger'))`;
  if (rights.length > 0) throw new Error(`Self-test: visitors may read or change: ${names(rights)}.`);

  const added = await sql<{ name: string }[]>`
    select distinct c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
    where n.nspname in ('public', 'storage', 'auth', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and r.rolname in ('anon', 'authenticated') and has_any_column_privilege(r.oid, c.oid, 'insert')
      and (not c.relrowsecurity or c.oid::regclass::text <> all (${[...Object.keys(TABLES), "storage.objects"]}))`;
  if (added.length > 0) throw new Error(`Self-test: visitors may add to: ${names(added)}.`);

  const [row] = await sql<{ functions: string[] }[]>`
    select array_agg(distinct p.proname::text order by p.proname::text) as functions
    from pg_proc p, pg_roles r
    where p.pronamespace = 'public'::regnamespace and r.rolname in ('anon', 'authenticated')
      and has_function_privilege(r.oid, p.oid, 'execute')`;
  const listed = Object.keys(FUNCTIONS).toSorted();
  if (row?.functions?.join() !== listed.join())
    throw new Error(
      `Self-test: visitors may call ${row?.functions?.join(", ") ?? "nothing"} and not ${listed.join(", ")}.`,
    );
}

function names(rows: { name: string }[]): string {
  return rows.map(({ name }) => name).join(", ");
}
