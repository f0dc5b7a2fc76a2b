import type { TransactionSql } from "postgres";
import { expect, test } from "vitest";
import {
  call,
  claimsOf,
  emailOf,
  knownUser,
  newVisitor,
  owner,
  publishReview,
  reportReview,
  signUpAndConfirm,
  uploadedPhoto,
  type User,
} from "./visitors.ts";

// A hosted project has no web server of ours in front of it: there the database alone stands between the public key and
// the data. These tests speak to it the way PostgREST and Storage do, as the roles of visitors.

type Role = "anon" | "authenticated";

test("visitors reach no schema but the public ones", async () => {
  for (const role of ["anon", "authenticated"] as const) {
    for (const table of ["private.review_authors", "private.settings", "auth.users", "auth.sessions"]) {
      await expectDenied(role, `select * from ${table} limit 1`);
    }
    await expectDenied(role, "select * from supabase_migrations.schema_migrations");
    await expectDenied(role, "select private.refuse(400, 'x')");
    await expectDenied(role, "select private.own_proof_paths('{}', gen_random_uuid())");
    await expectDenied(role, "select private.may_upload_proof('x')");
  }
});

test("every table that visitors reach has row-level security and a comment, every function a search path", async () => {
  const tables = await owner`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and (not c.relrowsecurity or obj_description(c.oid, 'pg_class') is null)`;
  expect([...tables]).toEqual([]);
  const functions = await owner`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private')
      -- A body that was parsed when the function was made looks no name up later.
      and p.prosqlbody is null
      and not exists (select from unnest(p.proconfig) setting where setting = 'search_path=""')`;
  expect([...functions]).toEqual([]);
});

test("only what the product calls may be called", async () => {
  const callable = (role: Role) => owner`
    select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and has_schema_privilege(${role}, n.oid, 'usage')
      and has_function_privilege(${role}, p.oid, 'execute')
    order by 1`;
  const reading = [
    ...["browse_properties", "property_reviews", "recent_reviews"],
    ...["review_cities", "review_in_context", "top_reviewers"],
  ];
  const names = async (role: Role) => (await callable(role)).map((row) => row.name as string);
  expect(await names("anon")).toEqual(reading.map((name) => `public.${name}`));
  expect(await names("authenticated")).toEqual(["my_review", ...reading].toSorted().map((name) => `public.${name}`));
});

test("nobody changes or deletes a review, a property, a report or a photo", async () => {
  const author = await knownUser("author");
  const id = await publishReview(author, { proof_urls: [await uploadedPhoto(author)] });
  const report = { review_id: id, reason: "spam", reporter_fingerprint: "f".repeat(32) };
  expect((await reportReview(newVisitor(), report)).status).toBe(201);
  const attempts = [
    "update public.reviews set rating = 1",
    "delete from public.reviews",
    "update public.properties set review_count = 99",
    "delete from public.properties",
    "insert into public.properties (property_name, locality, city) values ('b', 'c', 'd')",
    "update public.review_reports set reason = 'fake'",
    "delete from public.review_reports",
    "update storage.objects set name = 'public/1763700000123-abcdefgh.png'",
    "delete from storage.objects",
    "update storage.buckets set public = false",
    "delete from storage.buckets",
    "insert into storage.buckets (id, name, public) values ('mine', 'mine', true)",
  ];
  for (const user of [null, author]) {
    for (const statement of attempts) {
      const changed = await attempt(user, async (sql) => (await sql.unsafe(statement)).count);
      expect(changed, statement).toBe("denied");
    }
  }
});

test("visitors select from no table: no column, no count, no row id", async () => {
  const author = await knownUser("author");
  const tables = await owner<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind in ('r', 'v')`;
  expect(tables.length).toBeGreaterThan(15);
  for (const { name } of tables) {
    for (const columns of ["*", "count(*)", "xmin", "ctid", "id"]) {
      for (const user of [null, author]) {
        const rows = await attempt(user, (sql) => sql.unsafe(`select ${columns} from ${name}`)).catch(undefinedColumn);
        expect(rows, `${columns} of ${name}`).toBe("denied");
      }
    }
  }
});

test("photos go into their folder, under names of the product, by their owner", async () => {
  const author = await knownUser("author");
  const other = await knownUser("other");
  const insert = (user: User | null, bucket: string, name: string, ownerId: string | null) =>
    attempt(user, async (sql) => {
      const row = { bucket_id: bucket, name, owner_id: ownerId };
      return (await sql`insert into storage.objects ${sql({ id: crypto.randomUUID(), ...row })}`).count;
    });
  const good = "public/1763663400000-abcdefgh.png";
  expect(await insert(author, "review-proofs", good, author.id)).toBe(1);
  expect(await insert(null, "review-proofs", good, null)).toBe("denied");
  const bad = [
    "1763663400000-abcdefgh.png",
    "private/1763663400000-abcdefgh.png",
    "public/../1763663400000-abcdefgh.png",
    "public/1763663400000-abcdefgh.svg",
    "public/1763663400000-abcdefgh.html",
    "public/1763663400000-abcdefgh.png.html",
    "public/1763663400000-ABCDEFGH.png",
    "public/1763663400000-abcdefgh.png\n",
    // A time of day.
    "public/1763700000555-abcdefgh.png",
    "public/x.png",
  ];
  for (const name of bad) {
    expect(await insert(author, "review-proofs", name, author.id), name).toBe("denied");
  }
  expect(await insert(other, "other", good, other.id)).toBe("denied");
});

test("the triggers judge a review also where no web server looked at it first", async () => {
  const author = await knownUser("author");
  const review = { property_name: "Alone House", locality: "-x", city: "Alonepur", rating: 5, review_text: "Fine." };
  const insert = (changes: object, user: User | null = author) =>
    attempt(user, async (sql) => {
      await sql`insert into public.reviews ${sql({ ...review, ...changes })}`;
      await sql`reset role`;
      const [row] = await sql`
        select verified, reported, r.email, user_id, hidden_at, created_on = (now() at time zone 'Asia/Kolkata')::date as is_new,
          display_name
        from public.reviews as r join private.review_names as n on n.review_id = r.id where city = 'Alonepur'`;
      return row;
    });
  const forged = {
    verified: true,
    reported: true,
    created_at: "2020-01-01",
    email: "a.b@c.example",
  };
  expect(await insert({ ...forged, user_id: "00000000-0000-4000-8000-000000000000" })).toEqual({
    verified: false,
    reported: false,
    email: null,
    user_id: null,
    hidden_at: null,
    is_new: true,
    display_name: "a.b",
  });
  for (const column of ["hidden_at", "property_id"]) expect(await insert({ [column]: null }), column).toBe("denied");
  for (const changes of [{ rating: 0 }, { rating: 6 }, { city: " " }, { review_text: "x".repeat(5001) }]) {
    expect(await insert(changes), JSON.stringify(changes)).toBe("denied");
  }
  expect(await insert({ proof_urls: ["javascript:alert(1)"] })).toBe("denied");
  expect(await insert({}, null)).toBe("denied");
  const ended = await signUpAndConfirm("ended");
  expect(await insert({ email: "a.b@c.example" }, ended)).toMatchObject({ display_name: "a.b" });
  await owner`delete from auth.sessions where user_id = ${ended.id}`;
  expect(await insert({}, ended)).toBe("denied");
});

test("a request adds one row, whichever its others are, and tells nothing about them", async () => {
  const author = await knownUser("author");
  const id = await publishReview(author);
  const email = emailOf("joined.alone");
  const joined = await call(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body: { name: "Joined", email } });
  expect(joined.status).toBe(201);
  const insert = (user: User | null, table: string, rows: object[]) =>
    attempt(user, async (sql) => (await sql`insert into public.${sql(table)} ${sql(rows)}`).count);
  const review = { property_name: "House", locality: "-x", city: "Alonepur", rating: 5, review_text: "Fine." };
  const report = { review_id: id, reason: "spam", reporter_fingerprint: "e".repeat(32) };
  const entry = { name: "Asha", email: emailOf("not.joined.alone") };
  for (const [user, table, row, other] of [
    [author, "reviews", review, { ...review, property_name: "Second House" }],
    [null, "review_reports", report, { ...report, reporter_fingerprint: "d".repeat(32) }],
    [null, "referral_waitlist", entry, { name: "Joined", email }],
  ] as const) {
    expect(await insert(user, table, [row]), table).toBe(1);
    for (const rows of [
      [row, other],
      [other, row],
    ]) {
      expect(await insert(user, table, rows), table).toBe("denied");
    }
  }
  expect(await insert(null, "referral_waitlist", [{ ...entry, created_at: new Date(0) }])).toBe("denied");
});

async function expectDenied(role: Role, statement: string): Promise<void> {
  const user = role === "anon" ? null : await knownUser("author");
  const outcome = await attempt(user, (sql) => sql.unsafe(statement));
  expect(outcome, `${role}: ${statement}`).toBe("denied");
}

function undefinedColumn(error: { code: string }): string {
  if (error.code !== "42703") throw error;
  return "denied";
}

/** What a visitor gets from the database, or "denied". Nothing of it stays: the transaction is undone. */
async function attempt(user: User | null, action: (sql: TransactionSql) => Promise<unknown>): Promise<unknown> {
  const undo = new Error("undone");
  let outcome: unknown;
  try {
    await owner.begin(async (sql) => {
      const claims = user ? claimsOf(user) : '{"role":"anon"}';
      await sql`select set_config('request.jwt.claims', ${claims}, true)`;
      await sql.unsafe(`set local role ${user ? "authenticated" : "anon"}`);
      outcome = await action(sql);
      throw undo;
    });
  } catch (error) {
    if (error === undo) return outcome;
    const { code = "" } = error as { code?: string };
    // Missing rights, row-level security, and the sentences of our triggers; anything else is a mistake of the test.
    if (code === "42501" || /^PT4\d\d$/.test(code)) return "denied";
    throw error;
  }
  return outcome;
}
