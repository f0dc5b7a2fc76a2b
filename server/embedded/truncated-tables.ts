import type postgres from "postgres";
import { damaged } from "../data-dir-error.ts";

/** Tables up to this size are looked through at every start. */
const SMALL_BYTES = 32 * 1024 * 1024;

/**
 * Looks for the one kind of damage that PostgreSQL does not notice by itself: a file of a table that has become shorter.
 * Reading the whole table then gives fewer rows and no error, but its index still leads to the others. Small tables are
 * walked through at every start, large ones when a file is shorter than the database remembers. Throws a sentence for the
 * operator.
 */
export async function findTruncatedTables(sql: postgres.Sql, dataDir: string): Promise<void> {
  try {
    await sql.begin("read only", async (transaction) => {
      await transaction.unsafe(`
        set local statement_timeout = 0;
        -- By the index, row by row: each entry leads to a page that must be there.
        set local enable_seqscan = off;
        set local enable_bitmapscan = off;
        set local enable_indexonlyscan = off;
        do $$
        declare
          walk record;
          page constant bigint := current_setting('block_size')::bigint;
        begin
          for walk in
            select format('select 1 from %s order by %s', c.oid::regclass, (
              select string_agg(quote_ident(a.attname), ', ' order by k.place)
              from unnest(i.indkey) with ordinality k (number, place)
              join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number)) as rows
            from pg_class c
            join pg_index i on i.indrelid = c.oid and i.indisprimary
            join pg_class x on x.oid = i.indexrelid
            where c.relkind in ('r', 't')
              and (pg_relation_size(c.oid) + pg_relation_size(x.oid) <= ${SMALL_BYTES}
                or pg_relation_size(c.oid) < c.relpages * page or pg_relation_size(x.oid) < x.relpages * page)
          loop
            execute format('select count(*) from (%s offset 0) as walk', walk.rows);
          end loop;
        end $$`);
    });
  } catch (error) {
    const { code = "", message = "" } = error as { code?: string; message?: string };
    if (/^(?:XX|58)/.test(code)) throw damaged(dataDir, message);
    throw error;
  }
}
