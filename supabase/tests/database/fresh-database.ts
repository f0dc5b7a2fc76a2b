import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import postgres from "postgres";
import { expect, inject } from "vitest";
import { MIGRATIONS } from "../../../scripts/migrated-data.ts";
import { ownReviewId } from "../own-review-id.ts";

export { MIGRATIONS };

export type Role = "anon" | "authenticated" | "service_role" | "site_reader";

/** An account with a session, and what its token says. */
export interface Account {
  id: string;
  email: string;
  claims: { role: "authenticated"; sub: string; session_id: string; iss: string };
}

export interface FreshDatabase {
  /** The owner of the database, past every policy. */
  owner: postgres.Sql;
  stop(): Promise<void>;
}

/**
 * A database with nothing but the schemas of a Supabase project and our migrations: a copy of the migrated one in the cluster of
 * this run (start-cluster.ts).
 */
export async function startFreshDatabase(): Promise<FreshDatabase> {
  const url = inject("clusterUrl");
  const database = `fresh_${randomUUID().replaceAll("-", "")}`;
  const cluster = postgres(url, { max: 1, database: "template1" });
  await cluster.unsafe(`create database ${database} template postgres`).finally(() => cluster.end());
  const owner = postgres(url, { max: 8, database, onnotice: () => {} });
  // A test that failed may have left a transaction open.
  return { owner, stop: () => owner.end({ timeout: 5 }) };
}

/** The sample reviews. */
export async function seed({ owner }: FreshDatabase): Promise<void> {
  await owner.unsafe(await fs.readFile(new URL("../../seed.sql", import.meta.url), "utf8"));
}

/** A confirmed account that has just logged in. */
export async function newAccount({ owner }: FreshDatabase, name: string): Promise<Account> {
  const [id, sessionId, email] = [randomUUID(), randomUUID(), `${name}.${randomUUID().slice(0, 8)}@example.com`];
  await owner`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
  await owner`insert into auth.sessions (id, user_id) values (${sessionId}, ${id})`;
  return {
    id,
    email,
    claims: { role: "authenticated", sub: id, session_id: sessionId, iss: "http://localhost:3000/auth/v1" },
  };
}

/** One transaction as PostgREST and Storage make it: as a role, with the claims of a token. */
export async function as<T>(
  { owner }: FreshDatabase,
  who: Role | Account,
  work: (sql: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  const claims = typeof who === "string" ? { role: who } : who.claims;
  const result = await owner.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    await sql.unsafe(`set local role ${claims.role}`);
    return { value: await work(sql) };
  });
  return result.value as T;
}

/** The answer of a function of the API. */
export async function call(
  database: FreshDatabase,
  who: Role | Account,
  name: string,
  args: Record<string, unknown> = {},
): Promise<unknown> {
  const given = Object.entries(args);
  const listed = given.map(([argument], index) => `${argument} => $${index + 1}`).join(", ");
  return as(database, who, async (sql) => {
    const [row] = await sql.unsafe<{ answer: unknown }[]>(
      `select public.${name}(${listed}) as answer`,
      given.map(([, value]) => value as string),
    );
    return row?.answer;
  });
}

/** Adds one row as a visitor does. */
export async function insert(
  database: FreshDatabase,
  who: Role | Account,
  table: string,
  row: Record<string, unknown>,
): Promise<void> {
  await as(database, who, (sql) => sql`insert into ${sql(table)} ${sql(row as Record<string, string>)}`);
}

/** Publishes a review and resolves to its id. */
export async function publish(
  database: FreshDatabase,
  author: Account,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const id = randomUUID();
  const review = { property_name: "Lakeview Residency", locality: "HSR Layout", city: "Bengaluru", rating: 4 };
  const row = { id, ...review, review_text: `Fine. ${id}`, ...changes };
  await insert(database, author, "public.reviews", row);
  return ownReviewId(author.id, row.id);
}

/** Decides on a review or a reply as an operator does at the desk. Resolves to the number of the decision. */
export async function decide({ owner }: FreshDatabase, id: string, command: string, why = "A test."): Promise<string> {
  const [row] = await owner<{ decision: string }[]>`
    select private.decide(${id}, ${command}, 'asha', '2.2', ${why}) as decision`;
  return row?.decision ?? "";
}

/** Resolves when so many connections wait for a lock. */
export async function untilWaiting({ owner }: FreshDatabase, count = 1): Promise<void> {
  const waiting = async () => {
    const rows = await owner`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length;
  };
  await expect.poll(waiting).toBe(count);
}

const DAY_MS = 86_400_000;
const INDIA_MS = 19_800_000;

/** The name of a new photo: the day in India, and some random characters. */
export function photoName(): string {
  const now = Date.now();
  return `public/${now - ((now + INDIA_MS) % DAY_MS)}-${randomUUID().replaceAll("-", "").slice(0, 12)}.jpg`;
}

/** Stores the row of a photo as Storage does, and resolves to the path that a review names. */
export async function upload(database: FreshDatabase, author: Account, name = photoName()): Promise<string> {
  await insert(database, author, "storage.objects", { bucket_id: "review-proofs", name, owner_id: author.id });
  return `/storage/v1/object/public/review-proofs/${name}`;
}

/** The code and the sentence that a request is refused with. Throws when it is not. */
export async function refusal(request: Promise<unknown>): Promise<{ code: string; message: string }> {
  return request.then(
    () => {
      throw new Error("The request was not refused.");
    },
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  );
}
