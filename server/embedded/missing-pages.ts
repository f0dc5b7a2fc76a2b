import type postgres from "postgres";
import { damaged } from "../data-dir-error.ts";

/** Tables up to this size are looked through at every start: some 0.1 s. */
const SMALL_BYTES = 32 * 1024 * 1024;

interface Table {
  name: string;
  key: string;
}

/**
 * Looks for the one kind of damage that PostgreSQL does not notice by itself: a file of a table that has become shorter.
 * Reading the whole table then gives fewer rows and no error, but the index still knows of the others. Small tables are
 * checked at every start, large ones when their file is shorter than the database remembers. Throws a sentence for the
 * operator.
 */
export async function findMissingPages(sql: postgres.Sql, dataDir: string): Promise<void> {
  const tables = await sql<Table[]>`
    select c.oid::regclass::text as name,
      (select string_agg(quote_ident(a.attname), ', ' order by k.place)
       from unnest(i.indkey) with ordinality k (number, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number) as key
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_class x on x.oid = i.indexrelid
    where c.relkind in ('r', 't') and n.nspname <> 'information_schema' and not c.relisshared
      and (pg_relation_size(c.oid) + pg_relation_size(x.oid) <= ${SMALL_BYTES}
        or pg_relation_size(c.oid) < c.relpages * current_setting('block_size')::bigint
        or pg_relation_size(x.oid) < x.relpages * current_setting('block_size')::bigint)`;
  for (const { name, key } of tables) {
    try {
      await sql.begin("read only", async (transaction) => {
        // By the index, row by row: each entry leads to a page that must be there.
        await transaction.unsafe(
          "set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_indexonlyscan = off; set local statement_timeout = 0",
        );
        await transaction.unsafe(`select count(*) from (select 1 from ${name} order by ${key} offset 0) as walk`);
      });
    } catch (error) {
      const { code = "", message = "" } = error as { code?: string; message?: string };
      if (/^XX|^58/.test(code)) throw damaged(dataDir, message);
      throw error;
    }
  }
}
