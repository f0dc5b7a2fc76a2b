import type postgres from "postgres";

/**
 * Takes back what `@supabase/lite` grants visitors beyond reading and adding at its first look at the database: every right
 * on every table and sequence. Row-level security says no to changes and deletions, but nothing is asked when a table is
 * emptied, locked, given a trigger or when a sequence is set back. No call of the API leads there; nor does one by mistake.
 */
export async function takeBackGrants(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    do $$
    declare rights text := 'update, delete, truncate, references, trigger';
    begin
      -- New in PostgreSQL 17.
      if current_setting('server_version_num')::int >= 170000 then rights := rights || ', maintain'; end if;
      execute format('revoke %s on all tables in schema public, storage from anon, authenticated', rights);
      revoke all on all sequences in schema public, storage from anon, authenticated;
      alter default privileges in schema public, storage revoke all on tables from anon, authenticated;
      alter default privileges in schema public, storage revoke all on sequences from anon, authenticated;
    end $$`);
}
