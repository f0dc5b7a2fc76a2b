import type postgres from "postgres";

/** So long a rewrite waits for those who use its table, and others behind it. Autovacuum gives way after a second. */
const LOCK_TIMEOUT = "2s";

/**
 * Takes what was deleted off the disk. Rows that are deleted keep their bytes in the pages of their table, and in the
 * write-ahead log: the tables that the server may maintain (server/embedded/schema/housekeeping.sql) are rewritten where
 * anything was written to them since the last time, and the log behind that ends. Between one and four at night in India, or
 * when the last time was 22 hours ago. Resolves to the tables that were rewritten. (docs/decisions/0003)
 */
export async function rewriteTables(sql: postgres.Sql): Promise<string[]> {
  const connection = await sql.reserve();
  const rewritten: string[] = [];
  const failures: unknown[] = [];
  try {
    await connection.unsafe(`set statement_timeout = 0; set lock_timeout = '${LOCK_TIMEOUT}'`);
    for (const table of await dueTables(connection)) {
      try {
        if (table.is_written) {
          await connection.unsafe(`vacuum (full) ${table.name}`);
          // The first one leaves no visibility map, without which no index answers alone.
          await connection.unsafe(`vacuum (analyze) ${table.name}`);
          rewritten.push(table.name);
        }
        await connection`
          insert into private.table_rewrites (name, writes) values (${table.name}, ${table.writes})
          on conflict (name) do update set writes = excluded.writes, at = excluded.at`;
      } catch (error) {
        // The lock timed out: it is retried in ten minutes.
        failures.push(error);
      }
    }
    if (rewritten.length > 0) {
      // The files of the log that are over by a checkpoint are deleted: wal_recycle is off.
      await connection`select pg_switch_wal()`;
      await connection`checkpoint`;
    }
  } finally {
    await connection.unsafe("reset statement_timeout; reset lock_timeout").catch(() => {});
    connection.release();
  }
  if (failures.length > 0) throw new Error("Not every table could be rewritten.", { cause: failures[0] });
  return rewritten;
}

/** Rows of transactions that failed count as writes, too: they stay on the disk like others. After a crash counting restarts. */
function dueTables(sql: postgres.Sql) {
  return sql<{ name: string; writes: string; is_written: boolean }[]>`
    select format('%I.%I', s.schemaname, s.relname) as name, n.writes, r.writes is distinct from n.writes as is_written
    from pg_stat_user_tables as s
    cross join lateral (select s.n_tup_ins + s.n_tup_upd + s.n_tup_del as writes) as n
    left join private.table_rewrites as r on r.name = format('%I.%I', s.schemaname, s.relname)
    where s.schemaname in ('auth', 'private', 'public', 'storage') and has_table_privilege(s.relid, 'maintain')
      and (r.at is null or r.at < now() - interval '22 hours'
        or r.at < now() - interval '2 hours' and extract(hour from now() at time zone 'Asia/Kolkata') between 1 and 3)
    order by name`;
}
