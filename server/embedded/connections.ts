import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import type { Claims } from "./sessions.ts";

/** The same as for the role anon of a hosted project. (docs/decisions/0001) */
const READ_TIMEOUT_MS = 3_000;
/** The same as for signed-in users of hosted projects: long enough to wait for another write. */
const WRITE_TIMEOUT_MS = 8_000;
const RENEW_AFTER_MS = 250;

const SCHEMA_FOLDER = fileURLToPath(new URL("schema/", import.meta.url));

/** The server serves requests as these roles, which are not superusers. The names are Supabase's. */
type LoginRole = "authenticator" | "supabase_auth_admin";

/** Runs one file of server/embedded/schema. The files are idempotent. */
export async function runSchema(sql: postgres.Sql, file: string): Promise<void> {
  await sql.unsafe(await fs.readFile(SCHEMA_FOLDER + file, "utf8"));
}

/** Gives the login roles new passwords, which only this process knows. Returns their URLs. */
export async function openLogins(sql: postgres.Sql, superuserUrl: string): Promise<Record<LoginRole, string>> {
  const login = async (role: LoginRole) => {
    const url = new URL(superuserUrl);
    url.username = role;
    url.password = randomBytes(24).toString("base64url");
    await sql.unsafe(`alter role ${role} password '${url.password}'`);
    return url.href;
  };
  return { authenticator: await login("authenticator"), supabase_auth_admin: await login("supabase_auth_admin") };
}

const READING = { role: "anon", default_transaction_read_only: true, statement_timeout: READ_TIMEOUT_MS };

export function createReadPool(url: string, max: number): postgres.Sql {
  return connect(url, max, READING);
}

/**
 * Creates a pool for pages, like createReadPool but with one statement at a time per connection, so that none waits behind a slow
 * one. `replica` has the same logins as `url`.
 */
export function createPagePool(url: string, max: number, replica = url): postgres.Sql {
  const { username, password } = new URL(url);
  return connect(Object.assign(new URL(replica), { username, password }).href, max, READING, { max_pipeline: 0 });
}

/** Creates a pool for writes: for {@link asVisitor}, as a role without rights, or for the account service. */
export function createWritePool(url: string, max: number): postgres.Sql {
  return connect(url, max, { statement_timeout: WRITE_TIMEOUT_MS });
}

/**
 * Creates a pool that is replaced after it loses a connection. In postgres.js 3.4.9, a connection lost within a transaction stays unusable:
 * its queries wait for 30 s and fail with its last error (porsager/postgres, issues 1208 and 1223). Running queries of the old pool complete.
 */
export function connect(
  url: string,
  max: number,
  settings: Record<string, string | number | boolean>,
  options: object = {},
): postgres.Sql {
  let renewal: NodeJS.Timeout | undefined;
  const make = (): postgres.Sql => {
    const made = postgres(url, {
      max,
      // The default waits up to 20 s, and all connections of a pool share it.
      backoff: () => 0.25,
      // Closing old connections would look like losing them.
      max_lifetime: null,
      onclose: () => {
        if (made === pool) renewal ??= setTimeout(renew, RENEW_AFTER_MS).unref();
      },
      onnotice: () => {},
      connection: { application_name: "gharsach", ...settings },
      ...options,
    });
    return made;
  };
  const renew = () => {
    const before = pool;
    [pool, renewal] = [make(), undefined];
    setTimeout(() => void before.end({ timeout: 1 }), WRITE_TIMEOUT_MS).unref();
  };
  let pool = make();
  return new Proxy(pool, {
    apply: (_, __, args) => Reflect.apply(pool, undefined, args) as unknown,
    get: (_, name) => Reflect.get(pool, name) as unknown,
  });
}

/**
 * Runs statements like PostgREST, in one transaction with the visitor's role (anon without claims), and with their address if the database
 * counts it.
 */
export async function asVisitor<Result>(
  sql: postgres.Sql,
  claims: Claims | null,
  run: (transaction: postgres.TransactionSql) => Promise<Result>,
  address?: string,
): Promise<Result> {
  const role = claims ? "authenticated" : "anon";
  const headers = address ? JSON.stringify({ "x-forwarded-for": address }) : "";
  const result = await sql.begin(async (transaction) => {
    await transaction`
      select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims ?? { role })}, true),
        set_config('request.headers', ${headers}, true)`;
    // Await the statement above: in the pipeline of postgres.js, a prepared statement overtakes one that must be parsed.
    return run(transaction);
  });
  return result as Result;
}

export async function callFunction(sql: postgres.ISql, name: string, args: object = {}): Promise<string> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const listed = given.map(([argument], index) => `${argument} => $${index + 1}`).join(", ");
  const values = given.map(([, value]) => value as string | number | boolean | string[] | null);
  const statement = `select public.${name}(${listed})::text as answer`;
  const [row] = await sql.unsafe<{ answer: string | null }[]>(statement, values, { prepare: true });
  // An overloaded machine once returned no row. As "null" it would become a 404.
  if (!row) throw new Error(`The database answered ${name} without a row.`);
  return row.answer ?? "null";
}
