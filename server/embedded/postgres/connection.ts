import postgres from "postgres";

const QUERY_TIMEOUT_MS = 10_000;

/** Returns the URL of the database. It contains the password: never print it. */
export function connectionUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

export async function isReachable(url: string): Promise<boolean> {
  return (await ask(url)) === null;
}

export const WRONG_PASSWORD = "28P01";
/** PostgreSQL starts, stops, or has no free connection. */
const LATER = /^(?:57P0\d|53300)$/;

/** Returns the error if PostgreSQL listens but refuses every connection, else null. */
export async function refusalOf(url: string): Promise<postgres.PostgresError | null> {
  const error = await ask(url);
  return error instanceof postgres.PostgresError && !LATER.test(error.code) ? error : null;
}

async function ask(url: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  // postgres.js would reconnect forever to a program that is not PostgreSQL.
  const timer = setTimeout(() => void sql.end({ timeout: 0 }), QUERY_TIMEOUT_MS);
  try {
    await sql`select 1`;
    return null;
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
    await sql.end({ timeout: 1 }).catch(() => {});
  }
}
