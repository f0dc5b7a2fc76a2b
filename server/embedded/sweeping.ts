import type postgres from "postgres";

interface Swept {
  accounts: number;
  withdrawn: number;
}

interface Refreshed {
  /** The city to go on after; null at the end. */
  after: string | null;
}

/** Whether there may be more than operator_sweep has deleted at once. */
export function isMoreToSweep({ accounts, withdrawn }: Swept): boolean {
  return accounts > 0 || withdrawn > 0;
}

/** Deletes the rows that are kept for a time only. */
export async function sweepDatabase(sql: postgres.Sql): Promise<void> {
  let isMore: boolean;
  do {
    const swept = await inAMinute(
      sql,
      (transaction) => transaction<{ swept: Swept }[]>`select public.operator_sweep() as swept`,
    );
    isMore = swept.some((row) => isMoreToSweep(row.swept));
  } while (isMore);
}

/** Counts anew what pages of places show. */
export async function refreshPlaces(sql: postgres.Sql): Promise<void> {
  let after: string | null = "";
  while (after !== null) {
    const city: string = after;
    const rows = await inAMinute(
      sql,
      (transaction) => transaction<Refreshed[]>`select public.operator_refresh_places(${city}) ->> 'after' as after`,
    );
    after = rows[0]?.after ?? null;
  }
}

/** A function's own timeout is none for the statement that calls it. A minute, as for the worker, is more than other statements get. */
async function inAMinute<Row>(
  sql: postgres.Sql,
  statement: (transaction: postgres.TransactionSql) => Promise<Row[]>,
): Promise<Row[]> {
  return (await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = '60s'`;
    return statement(transaction);
  })) as Row[];
}
