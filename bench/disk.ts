import { connect, type Product } from "./product.ts";

/** Megabytes of 1,048,576 bytes, by table or index; `database` is everything. */
export type DiskSizes = Record<string, number>;

const TABLES = [
  ...["public.reviews", "public.properties"],
  ...["private.review_authors", "private.review_names", "private.review_proofs"],
];

export async function measureDisk(product: Product): Promise<DiskSizes> {
  const sql = connect(product.databaseUrl);
  try {
    const rows = await sql<{ name: string; megabytes: number }[]>`
      select 'database' as name, pg_database_size(current_database()) / 1048576.0::float as megabytes
      union all
      (
        select c.relname, (case when c.relkind = 'r' then pg_table_size(c.oid) else pg_relation_size(c.oid) end) / 1048576.0::float
        from pg_class as c left join pg_index as i on i.indexrelid = c.oid
        where coalesce(i.indrelid, c.oid) = any (${TABLES}::text[]::regclass[])
        order by coalesce(i.indrelid, c.oid), c.relkind desc, c.relname
      )`;
    return Object.fromEntries(rows.map(({ name, megabytes }) => [name, megabytes]));
  } finally {
    await sql.end();
  }
}
