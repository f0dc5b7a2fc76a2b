import type postgres from "postgres";

/** Must match the limit of private.sweep(). */
const ACCOUNTS_AT_ONCE = 10;

interface Swept {
  accounts: number;
  withdrawn: number;
}

/** Whether there may be more than private.sweep() has deleted at once. */
export function isMoreToSweep({ accounts, withdrawn }: Swept): boolean {
  return accounts === ACCOUNTS_AT_ONCE || withdrawn > 0;
}

/** Deletes the rows that are kept for a time only, and lets reports count that waited for their hour. */
export async function sweepDatabase(sql: postgres.Sql): Promise<void> {
  let isMore: boolean;
  do {
    const [row] = await sql<{ swept: Swept }[]>`select private.sweep() as swept`;
    isMore = row !== undefined && isMoreToSweep(row.swept);
  } while (isMore);
}
