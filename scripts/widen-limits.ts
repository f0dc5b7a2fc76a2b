import type postgres from "postgres";

/**
 * Switches the limits of accounts and devices off, as an operator can: for servers whose visitors are tests and
 * measurements. `sql` is connected as the owner of the database. The numbers that the product comes with are proved in
 * supabase/tests/abuse-limits.test.ts.
 */
export async function widenLimits(sql: postgres.Sql): Promise<void> {
  await sql`update private.settings set value = '0' where minimum = 0`;
}
