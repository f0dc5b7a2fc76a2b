import postgres from "postgres";
import { DataDirError } from "../../data-dir-error.ts";

/** Any number; the same in every GharSach. */
const OWNER_LOCK = 6_124_337_001;

export interface DatabaseClaim {
  /** Lets a connection to this address hold the lock in place of the one that took it, with no moment in between. */
  handOver(url: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Makes this process the single owner of the database of `DATABASE_URL`, for as long as it lives: a lock that PostgreSQL gives back by
 * itself when the process ends, however it ends. Throws {@link DataDirError} when another process is the owner.
 */
export async function claimDatabase(url: string): Promise<DatabaseClaim> {
  let holder = lockHolder(url);
  try {
    const [row] = await holder.sql<{ is_owner: boolean }[]>`select pg_try_advisory_lock(${OWNER_LOCK}) as is_owner`;
    if (!row?.is_owner)
      throw new DataDirError("Another GharSach uses the database in DATABASE_URL: stop it first, or name another one.");
  } catch (error) {
    await holder.release();
    throw error;
  }
  return {
    async handOver(newUrl) {
      // Who claims the database wants the lock alone: sharing it keeps it taken while two hold it.
      await holder.sql`select pg_advisory_lock_shared(${OWNER_LOCK}), pg_advisory_unlock(${OWNER_LOCK})`;
      const before = holder;
      holder = lockHolder(newUrl);
      await holder.sql`select pg_advisory_lock_shared(${OWNER_LOCK})`;
      await before.release();
    },
    release: () => holder.release(),
  };
}

function lockHolder(url: string): { sql: postgres.Sql; release(): Promise<void> } {
  let isReleased = false;
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    // See connections.ts.
    backoff: () => 0.25,
    onnotice: () => {},
    onclose: () => {
      // PostgreSQL restarted after a crash of its own: take the lock again.
      const retake = () => sql`select pg_try_advisory_lock_shared(${OWNER_LOCK})`.catch(() => {});
      if (!isReleased) setTimeout(() => void retake(), 1_000).unref();
    },
  });
  return {
    sql,
    async release() {
      isReleased = true;
      await sql.end();
    },
  };
}
