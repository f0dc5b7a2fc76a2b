import type postgres from "postgres";
import { logError } from "../log.ts";

const FIRST_AFTER_MS = 60_000;

/** As private.sweep() deletes at once. */
const ACCOUNTS_AT_ONCE = 100;

interface Swept {
  accounts: number;
  withdrawn: number;
}

/** Whether there may be more than private.sweep() has deleted at once. */
export function isMoreToSweep({ accounts, withdrawn }: Swept): boolean {
  return accounts === ACCOUNTS_AT_ONCE || withdrawn > 0;
}

export interface SweepingJob {
  everyMs: number;
  run(): Promise<unknown>;
}

/**
 * Runs each job soon after the start and then in its interval, never twice at a time. A failure is logged; the next time
 * tries again. `stop` resolves when none is under way.
 */
export function keepSweeping(jobs: SweepingJob[], firstAfterMs = FIRST_AFTER_MS): { stop(): Promise<void> } {
  const underway = new Map<SweepingJob, Promise<void>>();
  const run = (job: SweepingJob) => {
    if (underway.has(job)) return;
    const sweeping = job
      .run()
      .catch((error: unknown) => logError("sweeping:", error))
      .then(() => void underway.delete(job));
    underway.set(job, sweeping);
  };
  const first = setTimeout(() => jobs.forEach(run), firstAfterMs).unref();
  const intervals = jobs.map((job) => setInterval(() => run(job), job.everyMs).unref());
  return {
    async stop() {
      clearTimeout(first);
      intervals.forEach((interval) => clearInterval(interval));
      await Promise.all(underway.values());
    },
  };
}

/** Deletes the rows that are kept for a time only, and lets reports count that waited for their hour. */
export async function sweepDatabase(sql: postgres.Sql): Promise<void> {
  let isMore: boolean;
  do {
    const [row] = await sql<{ swept: Swept }[]>`select private.sweep() as swept`;
    isMore = row !== undefined && isMoreToSweep(row.swept);
  } while (isMore);
}
