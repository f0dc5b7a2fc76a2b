import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import postgres from "postgres";
import { expect, inject } from "vitest";
import { MIGRATIONS } from "../../../scripts/migrated-data.ts";
import { ownReviewId } from "../own-review-id.ts";

export { MIGRATIONS };

export type Role = "anon" | "authenticated" | "service_role" | "site_reader";

/** An account with a session, and the claims of its token. */
export interface Account {
  id: string;
  email: string;
  claims: { role: "authenticated"; sub: string; session_id: string; iss: string };
}

type Who = Role | Account;
type Row = Record<string, unknown>;
type Work<T> = (sql: postgres.TransactionSql) => Promise<T>;

export interface FreshDatabase {
  /** The owner of the database, who bypasses every policy. */
  owner: postgres.Sql;
  stop(): Promise<void>;
}

/**
 * Creates a database with only the schemas of a Supabase project and our migrations: a copy of the migrated one in this run's
 * cluster (start-cluster.ts).
 */
export async function startFreshDatabase(): Promise<FreshDatabase> {
  const url = inject("clusterUrl");
  const database = `fresh_${randomUUID().replaceAll("-", "")}`;
  const cluster = postgres(url, { max: 1, database: "template1" });
  await cluster.unsafe(`create database ${database} template postgres`).finally(() => cluster.end());
  const owner = postgres(url, { max: 8, database, onnotice: () => {} });
  // A failed test may have left a transaction open.
  return { owner, stop: () => owner.end({ timeout: 5 }) };
}

/** Returns the actions of visitors and operators on the database of this owner. */
export function actionsOn(owner: postgres.Sql) {
  /** Creates a confirmed account that has just logged in. */
  async function newAccount(name: string): Promise<Account> {
    const [id, sessionId, email] = [randomUUID(), randomUUID(), `${name}.${randomUUID().slice(0, 8)}@example.com`];
    await owner`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
    await owner`insert into auth.sessions (id, user_id) values (${sessionId}, ${id})`;
    const iss = "http://localhost:3000/auth/v1";
    return { id, email, claims: { role: "authenticated", sub: id, session_id: sessionId, iss } };
  }

  /** Runs a transaction as PostgREST and Storage do: as a role, with the claims of a token. */
  async function as<T>(who: Who, work: Work<T>): Promise<T> {
    const claims = typeof who === "string" ? { role: who } : who.claims;
    const result = await owner.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      await sql.unsafe(`set local role ${claims.role}`);
      return { value: await work(sql) };
    });
    return result.value as T;
  }

  async function call(who: Who, name: string, args: Row = {}): Promise<unknown> {
    const given = Object.entries(args);
    const listed = given.map(([argument], index) => `${argument} => $${index + 1}`).join(", ");
    const values = given.map(([, value]) => value as string);
    const [row] = await as(who, (sql) =>
      sql.unsafe<{ answer: unknown }[]>(`select public.${name}(${listed}) as answer`, values),
    );
    return row?.answer;
  }

  async function insert(who: Who, table: string, row: Row): Promise<void> {
    await as(who, (sql) => sql`insert into ${sql(table)} ${sql(row as Record<string, string>)}`);
  }

  async function publish(author: Account, changes: Row = {}): Promise<string> {
    const id = randomUUID();
    const review = { property_name: "Lakeview Residency", locality: "HSR Layout", city: "Bengaluru", rating: 4 };
    const row = { id, ...review, review_text: `Fine. ${id}`, ...changes };
    await insert(author, "public.reviews", row);
    return ownReviewId(author.id, row.id);
  }

  /** Stores the row of a photo as Storage does, and resolves to the path that a review names. */
  async function upload(author: Account, name = photoName()): Promise<string> {
    await insert(author, "storage.objects", { bucket_id: "review-proofs", name, owner_id: author.id });
    return photoPath(name);
  }

  /** Reports a review as spam from a new device. */
  function report(review_id: string, changes: Row = {}, who: Who = "anon"): Promise<void> {
    const row = { review_id, reason: "spam", reporter_fingerprint: randomUUID(), ...changes };
    return insert(who, "public.review_reports", row);
  }

  /** Decides on a review or a reply as an operator does at the desk. Resolves to the number of the decision. */
  async function decide(id: string, command: string, why = "A test."): Promise<string> {
    const [row] = await owner<{ decision: string }[]>`
      select private.decide(${id}, ${command}, 'asha', '2.2', ${why}) as decision`;
    return row?.decision ?? "";
  }

  const sweep = () => call("service_role", "operator_sweep");

  const seed = async () => owner.unsafe(await fs.readFile(new URL("../../seed.sql", import.meta.url), "utf8"));

  /** Resolves when this many connections wait for a lock. */
  async function untilWaiting(count = 1): Promise<void> {
    const waiting = async () => {
      const rows = await owner`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return rows.length;
    };
    await expect.poll(waiting).toBe(count);
  }

  return { newAccount, as, call, insert, publish, upload, report, decide, sweep, seed, untilWaiting };
}

const DAY_MS = 86_400_000;
const INDIA_MS = 19_800_000;

/** Returns the name of a new photo: the start of the day in India and random characters. */
export function photoName(): string {
  const now = Date.now();
  return `public/${now - ((now + INDIA_MS) % DAY_MS)}-${randomUUID().replaceAll("-", "").slice(0, 12)}.jpg`;
}

export function photoPath(name = photoName()): string {
  return `/storage/v1/object/public/review-proofs/${name}`;
}

/** Returns the code and message of a refused request. Throws if it was not refused. */
export async function refusal(request: Promise<unknown>): Promise<{ code: string; message: string }> {
  return request.then(
    () => {
      throw new Error("The request was not refused.");
    },
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  );
}
