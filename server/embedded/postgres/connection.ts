import postgres from "postgres";

const QUERY_TIMEOUT_MS = 10_000;

/** Connects as the owner of the database. Carries the password: never print it. */
export function connectionUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

export async function answers(url: string): Promise<boolean> {
  return (await ask(url)) === null;
}

export const WRONG_PASSWORD = "28P01";
/** What PostgreSQL says while it starts or stops, or when all its connections are taken. */
const LATER = /^(?:57P0\d|53300)$/;

/** Why PostgreSQL refuses every connection, although it listens; null while it may still accept some. */
export async function refusalOf(url: string): Promise<postgres.PostgresError | null> {
  const error = await ask(url);
  return error instanceof postgres.PostgresError && !LATER.test(error.code) ? error : null;
}

/** Resolves to null when the database answers a query, else to the error. */
async function ask(url: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  // The client would connect again and again to a program that is no PostgreSQL.
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
