import type postgres from "postgres";

/**
 * Disables the limits of accounts and devices, as an operator can: for servers whose visitors are tests and benchmarks.
 * `sql` is connected as the owner of the database. supabase/tests/database/limits.test.ts proves the defaults.
 */
export async function disableLimits(sql: postgres.Sql): Promise<void> {
  await sql`update private.settings set value = '0' where minimum = 0`;
}
