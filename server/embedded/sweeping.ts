import type postgres from "postgres";

interface Swept {
  accounts: number;
  withdrawn: number;
}

/** Whether there may be more than operator_sweep has deleted at once. */
export function isMoreToSweep({ accounts, withdrawn }: Swept): boolean {
  return accounts > 0 || withdrawn > 0;
}

/** Deletes the rows that are kept for a time only. */
export async function sweepDatabase(sql: postgres.Sql): Promise<void> {
  let isMore: boolean;
  do {
    const [row] = await sql<{ swept: Swept }[]>`select public.operator_sweep() as swept`;
    isMore = row !== undefined && isMoreToSweep(row.swept);
  } while (isMore);
}

/** Counts anew what pages of places show. A minute, as for the worker: at a million reviews it is more than other statements get. */
export async function refreshPlaces(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = '60s'`;
    await transaction`select public.operator_refresh_places()`;
  });
}
