import postgres from "postgres";
import { expect, inject, test } from "vitest";
import { owner } from "../supabase/tests/visitors.ts";
import { type Fixtures, databaseDigest, fixtures } from "./fixtures.ts";

// A hosted project has no web server of ours in front of its API, and the embedded server could have a hole: what the roles
// may do in the database is all that stands then. Here they say SQL, which is more than any API lets them.

type Role = "anon" | "authenticated" | "authenticator" | "site_reader" | "supabase_auth_admin";
type Statement = [string, (fixtures: Fixtures) => string];

const VISITORS: Role[] = ["anon", "authenticated"];
/** Every role that a connection of the running server has, or that its functions run as. */
const ALL: Role[] = [...VISITORS, "authenticator", "site_reader", "supabase_auth_admin"];
const TABLES = [
  ...["public.reviews", "public.properties", "public.review_reports", "public.referral_waitlist"],
  ...["private.review_authors", "private.review_names", "private.review_proofs", "private.reporter_emails"],
  ...["private.settings", "private.mail_outbox", "private.audit_log", "storage.objects", "storage.buckets"],
  ...["auth.users", "auth.sessions", "auth.refresh_tokens", "auth.identities", "auth.audit_log_entries"],
  ...[
    "pg_catalog.pg_authid",
    "pg_catalog.pg_shadow",
    "pg_catalog.pg_statistic",
    "supabase_migrations.schema_migrations",
  ],
];

const DENIED_TO_VISITORS: Statement[] = [
  ...TABLES.map((table): Statement => [`read ${table}`, () => `select from ${table}`]),
  ...TABLES.filter((table) => !/pg_catalog|review_reports|referral_waitlist|public\.reviews|objects/.test(table)).map(
    (table): Statement => [`write into ${table}`, () => `insert into ${table} default values`],
  ),
  ["read system columns", () => "select xmin, ctid from public.reviews"],
  ["count reviews", () => "select count(*) from public.reviews"],
  ["read ids of reviews", () => "select id from public.reviews"],
  ["read what it inserts", () => `${INSERT_REVIEW} returning id`],
  ["read a report that it inserts", ({ named }) => `${insertReport(named)} returning id`],
  [
    "upsert a review",
    ({ named }) => `${INSERT_REVIEW} on conflict (id) do update set rating = 1 where reviews.id = '${named}'`,
  ],
  ["hide its review", () => insertReview("hidden_at", "now()")],
  ["choose a property", ({ propertyId }) => insertReview("property_id", `'${propertyId}'`)],
  ["choose a place in the order", () => insertReview("insert_order", "1")],
  [
    "date a report",
    ({ named }) => insertReport(named).replace("reason", "created_at").replace("'spam'", "'2020-01-01'"),
  ],
  ["change reviews", () => "update public.reviews set rating = 1"],
  ["show what is hidden", () => "update public.reviews set hidden_at = null"],
  ["change properties", () => "update public.properties set review_count = 99"],
  ["change reports", () => "update public.review_reports set reason = 'fake'"],
  ["change the waitlist", () => "update public.referral_waitlist set email = 'x@y.example'"],
  ["rename photos", () => "update storage.objects set name = 'public/1763663400000-abcdefgh.png'"],
  ["take photos over", ({ attacker }) => `update storage.objects set owner_id = '${attacker.id}'`],
  ["change buckets", () => "update storage.buckets set public = false"],
  ...["public.reviews", "public.properties", "public.review_reports", "storage.objects", "storage.buckets"].map(
    (table): Statement => [`delete from ${table}`, () => `delete from ${table}`],
  ),
  ["delete the waitlist", () => "delete from public.referral_waitlist"],
  [
    "merge over a review",
    ({ named }) =>
      `merge into public.reviews r using (select '${named}'::uuid as id) s on r.id = s.id when matched then update set rating = 1`,
  ],
  ["lock rows", ({ named }) => `select id from public.reviews where id = '${named}' for update`],
  ["lock a table", () => "lock table public.reviews in access exclusive mode"],
  ["set a sequence", () => "select setval(pg_get_serial_sequence('public.review_reports', 'id'), 1)"],
  ["read a sequence", () => "select last_value from public.review_reports_id_seq"],
  ["call a trigger's function", () => "select private.check_report()"],
  ["call what refuses", () => "select private.refuse(200, 'x')"],
  ["hide a review as an operator", ({ named }) => `select public.operator_hide('${named}', 'x', 'y')`],
  ["erase an account as an operator", ({ victim }) => `select public.operator_erase('${victim.email}', false, 'x')`],
];

const DENIED_TO_ALL: Statement[] = [
  ...["postgres", "service_role", "site_reader", "supabase_auth_admin", "authenticator"].flatMap(
    (role): Statement[] => [
      [`become ${role}`, () => `set role ${role}`],
      [`grant itself ${role}`, () => `grant ${role} to anon`],
    ],
  ),
  ["empty the reviews", () => "truncate public.reviews cascade"],
  ["empty the reports", () => "truncate public.review_reports"],
  ["empty the list of photos", () => "truncate storage.objects cascade"],
  ["read passwords of the database", () => "select * from pg_catalog.pg_authid"],
  ["read files", () => "select pg_read_file('/etc/passwd')"],
  ["list files", () => "select pg_ls_dir('/')"],
  ["read a file into a table", () => "copy public.reviews from '/etc/passwd'"],
  ["write a table into a file", () => "copy public.reviews to '/tmp/x'"],
  ["write a large object into a file", () => "select lo_export(1, '/tmp/x')"],
  ["run a program", () => "copy (select 1) to program 'id'"],
  ["pass by triggers and foreign keys", () => "set session_replication_role = replica"],
  ["create a table", () => "create table public.mine (x int)"],
  ["create a function", () => "create function public.mine() returns int language sql as 'select 1'"],
  ["create a schema", () => "create schema mine"],
  ["create an extension", () => "create extension dblink"],
  [
    "create a trigger",
    () => "create trigger mine before insert on public.reviews for each row execute function private.check_report()",
  ],
  ["create a policy", () => "create policy mine on public.review_reports for select using (true)"],
  ["switch row-level security off", () => "alter table public.reviews disable row level security"],
  ["drop a table", () => "drop table public.review_reports"],
  ["change a function", () => "alter function public.my_review(uuid) owner to current_user"],
  ["grant a table", () => "grant select on private.review_authors to anon"],
  ["create a role", () => "create role mine login"],
  ["give anon a password", () => "alter role anon with login password 'x'"],
  ["end other connections", () => "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'"],
  ["change a setting of the product", () => "update private.settings set value = 'null'"],
  ["change the history of migrations", () => "delete from supabase_migrations.schema_migrations"],
  ["change reviews", () => "update public.reviews set rating = 1"],
  ["delete reviews", () => "delete from public.reviews"],
  ["read authors", () => "select * from private.review_authors"],
  ["read e-mails of reporters", () => "select * from private.reporter_emails"],
  ["read the waitlist", () => "select * from public.referral_waitlist"],
  ["read the times of reviews", () => "select created_at from public.reviews"],
  [
    "write an author",
    ({ named, attacker }) =>
      `insert into private.review_authors (review_id, user_id) values ('${named}', '${attacker.id}')`,
  ],
];

const DENIED_TO: Partial<Record<Role, Statement[]>> = {
  authenticator: [
    ...TABLES.map((table): Statement => [`read ${table} before it is a visitor`, () => `select from ${table}`]),
    ["insert before it is a visitor", () => INSERT_REVIEW],
    ["call before it is a visitor", () => "select public.recent_reviews(3)"],
  ],
  site_reader: [
    ...TABLES.filter((table) => !/^public\.(?:reviews|properties)$/.test(table)).map((table): Statement => [
      `read ${table}`,
      () => `select from ${table}`,
    ]),
    ["read every column of reviews", () => "select * from public.reviews"],
    ["read write-only columns", () => "select email, user_id from public.reviews"],
    ["insert a review", () => INSERT_REVIEW],
  ],
  supabase_auth_admin: [
    ...TABLES.filter((table) => !/^auth\.|mail_outbox/.test(table)).map((table): Statement => [
      `read ${table}`,
      () => `select * from ${table}`,
    ]),
    ["insert a review", () => INSERT_REVIEW],
    ["insert a photo", () => "insert into storage.objects (bucket_id, name) values ('review-proofs', 'public/x.png')"],
    ["become anon", () => "set role anon"],
    ["become authenticated", () => "set role authenticated"],
    ["read Home", () => "select public.recent_reviews(3)"],
  ],
};

const DENIED: (readonly [Role, ...Statement])[] = [
  ...VISITORS.flatMap((role) => DENIED_TO_VISITORS.map((statement) => [role, ...statement] as const)),
  ...ALL.flatMap((role) =>
    DENIED_TO_ALL.filter(([what]) => !what.endsWith(role)).map((row) => [role, ...row] as const),
  ),
  ...ALL.flatMap((role) => (DENIED_TO[role] ?? []).map((statement) => [role, ...statement] as const)),
];

test.for(DENIED)("%s may not %s", async ([role, , statement]) => {
  expect(await outcome(role, statement(await fixtures()))).toBe("denied");
});

test("hidden reviews and their properties are out of the reading role's sight", async () => {
  const { hidden, named } = await fixtures();
  expect(await outcome("site_reader", `select id from public.reviews where id = '${named}'`)).toBe(1);
  expect(await outcome("site_reader", `select id from public.reviews where id = '${hidden}'`)).toBe(0);
  expect(await outcome("site_reader", "select id from public.properties where review_count = 0")).toBe(0);
});

const FORGED: [string, string, (fixtures: Fixtures) => string][] = [
  ["as the victim", "user_id", ({ victim }) => `'${victim.id}'`],
  ["as verified", "verified", () => "true"],
  ["as reported", "reported", () => "true"],
  ["of 2020", "created_at", () => "'2020-01-01'"],
];

test.for(FORGED)("a review forged %s in SQL is what the triggers make of it", async ([, column, value]) => {
  const given = await fixtures();
  const [row] = await asVisitor(given.attacker, async (sql) => {
    await sql.unsafe(insertReview(column, value(given)));
    await sql.unsafe("reset session authorization");
    return sql`
      select r.verified, r.reported, r.user_id, a.user_id as author, r.created_at > now() - interval '2 minutes' as is_now
      from public.reviews r join private.review_authors a on a.review_id = r.id where r.property_name = 'Forged by SQL'`;
  });
  expect(row).toEqual({ verified: false, reported: false, user_id: null, author: given.attacker.id, is_now: true });
});

const CLAIMS: [string, (fixtures: Fixtures, session: string) => object | null][] = [
  ["no claims", () => null],
  ["an account that does not exist", (_, session_id) => ({ sub: "00000000-0000-4000-8000-000000000000", session_id })],
  ["a name that is no id", (_, session_id) => ({ sub: "victim", session_id })],
  [
    "a session that ended",
    ({ attacker }) => ({ sub: attacker.id, session_id: "00000000-0000-4000-8000-000000000000" }),
  ],
  ["no session", ({ attacker }) => ({ sub: attacker.id })],
  ["a session that is no id", ({ attacker }) => ({ sub: attacker.id, session_id: "x' or true" })],
  ["the session of another account", ({ victim }, session_id) => ({ sub: victim.id, session_id })],
];

test.for(CLAIMS)("the database refuses a request with %s by itself", async ([, claimsOf]) => {
  const given = await fixtures();
  const claims = claimsOf(given, await sessionOf(given.attacker.id));
  const text = claims && JSON.stringify({ role: "authenticated", ...claims });
  const before = await databaseDigest();
  expect(await outcome("authenticated", INSERT_REVIEW, text)).toBe("denied");
  expect(await outcome("authenticated", `select public.my_review('${given.named}')`, text)).toBe("denied");
  expect(await outcome("authenticated", INSERT_PHOTO, text)).toBe("denied");
  expect(await databaseDigest()).toBe(before);
  // With the right ones it does as it is told: the refusals above are about the claims.
  expect(await outcome("authenticated", INSERT_REVIEW)).toBe(1);
});

test("visitors may call the reading functions and no other that runs with more rights than theirs", async () => {
  const rows = await owner<{ name: string; owner: string }[]>`
    select n.nspname || '.' || p.proname as name, r.rolname as owner
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_roles r on r.oid = p.proowner
    where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
      and has_schema_privilege('authenticated', n.oid, 'usage') and has_function_privilege('authenticated', p.oid, 'execute')
    order by 1`;
  const readers = rows.filter((row) => row.owner === "site_reader").map(({ name }) => name);
  expect(readers).toEqual(
    [
      "browse_properties",
      "my_review",
      "property_reviews",
      "recent_reviews",
      "review_cities",
      "review_in_context",
      "top_reviewers",
    ].map((name) => `public.${name}`),
  );
  expect(rows.filter((row) => row.owner !== "site_reader").map(({ name }) => name)).toEqual([]);
});

test("no role of the server may empty, refer to or put triggers on a table that is not its own", async () => {
  const grants = await owner<{ name: string }[]>`
    select r.rolname || ': ' || privilege || ' on ' || c.oid::regclass as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r,
      unnest(array['TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) as privilege
    where n.nspname in ('public', 'storage', 'private', 'auth', 'supabase_migrations') and c.relkind in ('r', 'p')
      and r.rolname = any (${ALL}) and c.relowner <> r.oid and has_table_privilege(r.oid, c.oid, privilege)
    order by 1`;
  expect(grants.map(({ name }) => name)).toEqual([]);
});

test("the running server holds no connection of a superuser", async () => {
  const own = postgres(inject("databaseUrl"), { max: 1, onnotice: () => {} });
  const superusers = () => own<{ pid: number }[]>`
    select a.pid from pg_stat_activity a join pg_roles r on r.rolname = a.usename
    where a.backend_type = 'client backend' and a.pid <> pg_backend_pid()
      and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb)`;
  // Those of the tests themselves close when they are idle for a second.
  await expect.poll(async () => (await superusers()).length, { timeout: 10_000 }).toBe(0);
  const [row] = await own`select count(*)::int as count from pg_stat_activity where usename = 'authenticator'`;
  expect(row?.count).toBeGreaterThan(0);
  await own.end();
});

const REVIEW = "property_name, locality, city, rating, review_text";
const REVIEW_VALUES = "'Forged by SQL', 'b', 'Pune', 5, 'Forged by SQL.'";
const INSERT_REVIEW = `insert into public.reviews (${REVIEW}) values (${REVIEW_VALUES})`;
const INSERT_PHOTO =
  "insert into storage.objects (bucket_id, name) values ('review-proofs', 'public/1763663400000-abcdefgh.png')";

function insertReview(column: string, value: string): string {
  return `insert into public.reviews (${REVIEW}, ${column}) values (${REVIEW_VALUES}, ${value})`;
}

function insertReport(review: string): string {
  return `insert into public.review_reports (review_id, reporter_fingerprint, reason) values ('${review}', '${"s".repeat(32)}', 'spam')`;
}

async function sessionOf(user: string): Promise<string> {
  const [row] = await owner<{ id: string }[]>`select id::text from auth.sessions where user_id = ${user} limit 1`;
  return row?.id ?? "";
}

/** What the database does for a role: the rows it touched, or "denied". Nothing of it stays. */
async function outcome(role: Role, statement: string, claims?: string | null): Promise<number | "denied"> {
  const { attacker } = await fixtures();
  const own =
    role === "authenticated" ? { role, sub: attacker.id, session_id: await sessionOf(attacker.id) } : { role };
  const undo = new Error("undone");
  let touched = 0;
  try {
    await owner.begin(async (sql) => {
      const text = claims === undefined ? JSON.stringify(own) : (claims ?? "");
      await sql`select set_config('request.jwt.claims', ${text}, true), set_config('statement_timeout', '5s', true)`;
      // Not "set role": a session that may take off its role again can do more than the role.
      await sql.unsafe(`set local session authorization ${role}`);
      touched = (await sql.unsafe(statement)).count;
      throw undo;
    });
  } catch (error) {
    if (error === undo) return touched;
    const { code = "" } = error as { code?: string };
    // Missing rights, row-level security, refusals of our triggers, and what only superusers may set.
    if (/^(?:42501|0LP01|55P02|PT4\d\d|22P02)$/.test(code)) return "denied";
    throw error;
  }
  return touched;
}

async function asVisitor<T>(
  user: { id: string },
  act: (sql: Parameters<Parameters<typeof owner.begin>[1]>[0]) => Promise<T>,
): Promise<T> {
  const undo = new Error("undone");
  let result: T | undefined;
  const session = await sessionOf(user.id);
  await owner
    .begin(async (sql) => {
      const claims = JSON.stringify({ role: "authenticated", sub: user.id, session_id: session });
      await sql`select set_config('request.jwt.claims', ${claims}, true)`;
      await sql.unsafe("set local session authorization authenticated");
      result = await act(sql);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return result as T;
}
