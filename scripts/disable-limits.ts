import type postgres from "postgres";

/** Disables the limits of accounts and devices, for tests and benchmarks. `sql` is connected as the owner of the database. */
export async function disableLimits(sql: postgres.Sql): Promise<void> {
  await sql`update private.settings set value = '0' where minimum = 0`;
}
