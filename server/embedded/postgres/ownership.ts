import postgres from "postgres";
import { DataDirError } from "../../data-dir-error.ts";

/** The key of the advisory lock, an arbitrary number. */
const OWNER_LOCK = 6_124_337_001;

export interface DatabaseClaim {
  /** Moves the lock to a connection at this URL without releasing it. */
  handOver(url: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of the database in `DATABASE_URL` until it ends. Throws {@link DataDirError} if another process is the
 * owner.
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
      // Two connections can share the lock, while others need it exclusively.
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
      // After a restart of PostgreSQL, takes the lock again.
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
