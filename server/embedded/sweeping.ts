import type postgres from "postgres";
import { logError } from "../log.ts";

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 6 * 60 * 60 * 1000;

/**
 * Sweeps a minute after the start and then every six hours. A failure is logged; the next time tries again. `stop` resolves
 * when no sweep is under way.
 */
export function keepSweeping(sweep: () => Promise<unknown>): { stop(): Promise<void> } {
  let sweeping: Promise<unknown> = Promise.resolve();
  const run = () => {
    sweeping = sweep().catch((error: unknown) => logError("sweeping:", error));
  };
  const first = setTimeout(run, FIRST_AFTER_MS).unref();
  const every = setInterval(run, EVERY_MS).unref();
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(every);
      await sweeping;
    },
  };
}

/**
 * Deletes what the account service needs no more: accounts that were not confirmed for a week, sessions that were not
 * refreshed for three months, and tokens that were used a week ago, but for the one that the active token came from.
 */
export async function sweepAccounts(sql: postgres.Sql): Promise<void> {
  await sql`
    delete from auth.users
    where email_confirmed_at is null
      and greatest(created_at, confirmation_sent_at, recovery_sent_at) < now() - interval '7 days'`;
  await sql`
    delete from auth.sessions
    where coalesce(refreshed_at at time zone 'utc', created_at) < now() - interval '90 days'`;
  await sql`
    delete from auth.refresh_tokens as used
    where revoked and updated_at < now() - interval '7 days'
      and not exists (select from auth.refresh_tokens as t where t.parent = used.token and not t.revoked)`;
}
