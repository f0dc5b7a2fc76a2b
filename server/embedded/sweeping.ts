import type postgres from "postgres";

interface Swept {
  accounts: number;
  withdrawn: number;
  follows: number;
  clock_jump?: string;
}

interface Refreshed {
  /** The city to continue after; null at the end. */
  after: string | null;
}

/** Returns whether operator_sweep has to run again: it works in batches. */
export function isMoreToSweep({ accounts, withdrawn, follows }: Swept): boolean {
  return accounts > 0 || withdrawn > 0 || follows > 0;
}

/** Throws if the clock of the database jumped. Call it before deleting files by age. */
export async function refuseAfterClockJump(sql: postgres.Sql): Promise<void> {
  const [row] = await sql<{ jump: string | null }[]>`select private.clock_jump() as jump`;
  if (row?.jump) throw new Error(row.jump);
}

/** Runs operator_sweep until nothing is left: deletes expired rows and queues emails about follows, deposits and the desk. Throws if the clock of the database jumped. */
export async function sweepDatabase(sql: postgres.Sql): Promise<void> {
  let isMore: boolean;
  do {
    const swept = await inAMinute(
      sql,
      (transaction) => transaction<{ swept: Swept }[]>`select public.operator_sweep() as swept`,
    );
    const jump = swept[0]?.swept.clock_jump;
    if (jump) throw new Error(jump);
    isMore = swept.some((row) => isMoreToSweep(row.swept));
  } while (isMore);
}

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

/** Runs a statement with a timeout of a minute, set here because a function's setting does not apply to the calling statement. */
async function inAMinute<Row>(
  sql: postgres.Sql,
  statement: (transaction: postgres.TransactionSql) => Promise<Row[]>,
): Promise<Row[]> {
  return (await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = '60s'`;
    return statement(transaction);
  })) as Row[];
}
