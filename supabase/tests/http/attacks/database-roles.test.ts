import postgres from "postgres";
import { expect, test } from "vitest";
import { owner, server } from "../client.ts";
import { type Fixtures, databaseDigest, fixtures } from "./fixtures.ts";
import { words } from "./reference-paths.ts";

// A hosted project has no web server of ours in front of its API, and the embedded server could have a hole: what the roles
// may do in the database is all that stands then. Here they say SQL, which is more than any API lets them.

type Role = "anon" | "authenticated" | "authenticator" | "site_reader" | "supabase_auth_admin";

const VISITORS: Role[] = ["anon", "authenticated"];
/** Every role that a connection of the running server has, or that functions of the API run as. */
const ALL: Role[] = [...VISITORS, "authenticator", "site_reader", "supabase_auth_admin"];

const REVIEW = "property_name, locality, city, rating, review_text";
const REVIEW_VALUES = "'Forged by SQL', 'b', 'Pune', 5, 'Forged by SQL.'";
const INSERT_REVIEW = `insert into public.reviews (${REVIEW}) values (${REVIEW_VALUES})`;
const INSERT_REPORT = `insert into public.review_reports (review_id, reason, reporter_fingerprint) values (':named', 'spam', '${"s".repeat(32)}')`;
const INSERT_PHOTO =
  "insert into storage.objects (bucket_id, name) values ('review-proofs', 'public/1763663400000-abcdefgh.png')";

const PUBLIC = ["reviews", "properties", "review_reports", "referral_waitlist"].map((table) => `public.${table}`);
const STORAGE = ["storage.objects", "storage.buckets"];
const PRIVATE = [
  ...["review_authors", "review_names", "review_proofs", "reporter_emails", "settings", "mail_outbox", "audit_log"],
  ...["recent_uses", "address_keys", "table_rewrites", "replies", "reply_reports", "operators"],
  ...["policy_clauses", "desk_digests"],
  ...["grievances", "grievance_emails", "worker_heartbeat"],
].map((table) => `private.${table}`);
const AUTH = ["users", "sessions", "refresh_tokens", "identities", "audit_log_entries"].map((table) => `auth.${table}`);
const SYSTEM = ["pg_authid", "pg_shadow", "pg_statistic", "pg_user_mapping"].map((table) => `pg_catalog.${table}`);
const TABLES = [...PUBLIC, ...STORAGE, ...PRIVATE, ...AUTH, "supabase_migrations.schema_migrations"];

/** Statements with `:named`, `:hidden`, `:property`, `:victim`, `:attacker` and `:email` for what the fixtures hold. */
const DENIED_TO_VISITORS = [
  ...[...TABLES, ...SYSTEM].map((table) => `select from ${table}`),
  ...[...PRIVATE, ...AUTH, "public.properties", "storage.buckets"].map(
    (table) => `insert into ${table} default values`,
  ),
  ...TABLES.map((table) => `delete from ${table}`),
  "select xmin, ctid from public.reviews",
  "select id from public.reviews",
  "select id from public.reviews where id = ':named' for update",
  "select created_at from public.reviews",
  `${INSERT_REVIEW} returning id`,
  `${INSERT_REPORT} returning id`,
  `${INSERT_REVIEW} on conflict (id) do update set rating = 1 where reviews.id = ':named'`,
  insertReview("hidden_at", "now()"),
  insertReview("property_id", "':property'"),
  insertReview("insert_order", "1").replace(" values ", " overriding system value values "),
  INSERT_REPORT.replace("reason", "created_at").replace("'spam'", "'2020-01-01'"),
  "merge into public.reviews r using (select ':named'::uuid as id) s on r.id = s.id when matched then update set rating = 1",
  "update public.reviews set hidden_at = null",
  "update storage.objects set name = 'public/1763663400000-abcdefgh.png'",
  "update storage.objects set owner_id = ':attacker'",
  "lock table public.reviews in access exclusive mode",
  "select setval(pg_get_serial_sequence('public.review_reports', 'id'), 1)",
  "select last_value from public.review_reports_id_seq",
  "select private.check_report()",
  "select private.refuse(200, 'x')",
  "select private.reviewers_of_month()",
  "select private.has_live_session()",
  "select public.operator_hide_review(':named', 'x', 'y', '2.2')",
  "select public.operator_erase(':email', 'x')",
  "select public.operator_author_of_review(':named', 'x', 'y')",
];

const DENIED_TO_ALL = [
  ...["postgres", "service_role", "site_reader", "supabase_auth_admin", "authenticator"].flatMap((role) => [
    `set role ${role}`,
    `grant ${role} to anon`,
  ]),
  ...[...PUBLIC, ...STORAGE].map((table) => `truncate ${table} cascade`),
  "select * from pg_catalog.pg_authid",
  "select pg_read_file('/etc/passwd')",
  "select pg_ls_dir('/')",
  "select lo_export(1, '/tmp/x')",
  "copy public.reviews from '/etc/passwd'",
  "copy public.reviews to '/tmp/x'",
  "copy (select 1) to program 'id'",
  "set session_replication_role = replica",
  "create table public.mine (x int)",
  "create function public.mine() returns int language sql as 'select 1'",
  "create schema mine",
  "create extension dblink",
  "create trigger mine before insert on public.reviews for each row execute function private.check_report()",
  "create policy mine on public.review_reports for select using (true)",
  "alter table public.reviews disable row level security",
  "drop table public.review_reports",
  "alter function private.file_review() owner to current_user",
  "grant select on private.settings to anon",
  "create role mine login",
  "alter role anon with login password 'x'",
  "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'",
  "update private.settings set value = 'null'",
  "delete from supabase_migrations.schema_migrations",
  "update public.reviews set rating = 1",
  "delete from public.reviews",
  "select created_at, hidden_at from public.reviews",
  "select email, user_id from public.reviews",
  "select email from private.review_names",
  "select from private.review_authors",
  "select from private.reporter_emails",
  "select from public.referral_waitlist",
  "insert into private.review_authors (review_id, user_id) values (':named', ':attacker')",
];

const READING_TABLES = /^(?:public\.(?:reviews|properties)|private\.(?:review_(?:names|proofs)|replies))$/;

const DENIED_TO: Partial<Record<Role, string[]>> = {
  // Before it is a visitor.
  authenticator: [...TABLES.map((table) => `select from ${table}`), INSERT_REVIEW, "select public.recent_reviews(3)"],
  site_reader: [
    ...TABLES.filter((table) => !READING_TABLES.test(table)).map((table) => `select from ${table}`),
    INSERT_REVIEW,
    "insert into private.review_proofs (photo_name, review_id, position) values ('x.png', ':named', 1)",
  ],
  supabase_auth_admin: [
    ...[...PUBLIC, ...STORAGE, ...SYSTEM].map((table) => `select * from ${table}`),
    ...PRIVATE.filter((table) => !/mail_outbox|table_rewrites/.test(table)).map((table) => `select * from ${table}`),
    INSERT_REVIEW,
    INSERT_PHOTO,
    "set role anon",
    "set role authenticated",
    "select public.recent_reviews(3)",
  ],
};

const DENIED: (readonly [Role, string])[] = [
  ...VISITORS.flatMap((role) => DENIED_TO_VISITORS.map((statement) => [role, statement] as const)),
  // A role may become itself.
  ...ALL.flatMap((role) =>
    DENIED_TO_ALL.filter((one) => one !== `set role ${role}`).map((one) => [role, one] as const),
  ),
  ...ALL.flatMap((role) => (DENIED_TO[role] ?? []).map((statement) => [role, statement] as const)),
];

test.for(DENIED)("%s may not %s", async ([role, statement]) => {
  expect(await outcome(role, statement)).toBe("denied");
});

test("hidden reviews and their properties are out of the reading role's sight", async () => {
  expect(await outcome("site_reader", "select id from public.reviews where id = ':named'")).toBe(1);
  expect(await outcome("site_reader", "select id from public.reviews where id = ':hidden'")).toBe(0);
  expect(await outcome("site_reader", "select id from public.properties where review_count = 0")).toBe(0);
});

const CLAIMS: [string, (fixtures: Fixtures, session_id: string) => object | null][] = [
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

test.for(CLAIMS)("the database itself refuses a request with %s", async ([, claimsOf]) => {
  const given = await fixtures();
  const own = await claimsFor(given.attacker.id);
  const claims = claimsOf(given, own.session_id);
  const before = await databaseDigest();
  for (const statement of [INSERT_REVIEW, "select public.my_review(':named')", INSERT_PHOTO]) {
    expect(await outcome("authenticated", statement, claims && { role: "authenticated", ...claims })).toBe("denied");
    // With the right ones it does as it is told: the refusal is about the claims.
    expect(await outcome("authenticated", statement)).toBe(1);
  }
  expect(await databaseDigest()).toBe(before);
});

const READING = words(`
  browse_properties property_reviews recent_reviews review_cities review_in_context top_reviewers
  home home_reviews homes_of_city homes_of_locality home_cities home_addresses suggest_homes
  file_grievance grievance_status transparency report_reply
`).map((name) => `public.${name}`);

/** Each of these works on what is the caller's own. */
const OF_AUTHORS = words(`
  my_review check_review_limits my_reviews make_my_review_anonymous withdraw_my_review bring_back_my_review add_follow_up
  export_my_data begin_deleting_my_account erase_my_next_review delete_my_account reply_to_review my_reply withdraw_reply
`).map((name) => `public.${name}`);

/** Each of these asks first who calls. */
const OF_OPERATORS = words("desk_queue desk_decide desk_undo").map((name) => `public.${name}`);

/** What lends a role more rights than its own. */
const DEFINERS: Record<Role, string[]> = {
  anon: ["gate.check_request", ...READING],
  authenticated: ["gate.check_request", ...OF_AUTHORS, ...OF_OPERATORS, ...READING],
  authenticator: [],
  // Ids, counts, slugs and names of places; "own" and "live" answer yes or no.
  site_reader: words(`
    city_key signed_in_account is_my_review matching_page matching_reviews reviewers_of_month
    search_words check_review_limits transparency_months
    city_slug home_with_short_id locality_slug suggested_homes suggested_places
  `).map((name) => `private.${name}`),
  supabase_auth_admin: words(
    `private.proof_quota private.setting_numbers private.sweep public.operator_orphan_uploads public.operator_misplaced_photos
    public.operator_take_letters public.operator_end_letter`,
  ),
};

const RELATIONS: Record<Role, string[]> = {
  anon: ["referral_waitlist INSERT", "review_reports INSERT"],
  authenticated: words("referral_waitlist review_reports reviews storage.objects").map((table) => `${table} INSERT`),
  authenticator: [],
  site_reader: words(`
    private.follow_ups private.places private.property_figures private.replies private.review_names private.review_proofs private.shown_reviews properties reviews
  `).map((relation) => `${relation} SELECT`),
  // What it maintains it may rewrite, not read.
  supabase_auth_admin: [
    "private.mail_outbox INSERT MAINTAIN SELECT UPDATE",
    "private.table_rewrites INSERT SELECT UPDATE",
    "storage.objects DELETE MAINTAIN SELECT UPDATE",
    ...words(
      `address_keys follow_ups grievances grievance_emails monthly_reviewers recent_uses replies reply_reports reporter_emails
      review_authors review_names review_proofs withdrawn_reviews`,
    ).map((table) => `private.${table} MAINTAIN`),
    "referral_waitlist MAINTAIN",
  ],
};

test.for(ALL)("%s has the rights of these lists to tables and functions, and no others", async (role) => {
  const functions = await owner<{ name: string }[]>`
    select distinct n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and p.proowner <> ${role}::regrole
      and has_schema_privilege(${role}, n.oid, 'usage') and has_function_privilege(${role}, p.oid, 'execute')`;
  expect(functions.map(({ name }) => name).toSorted()).toEqual(DEFINERS[role].toSorted());
  const relations = await owner<{ rights: string }[]>`
    select c.oid::regclass || ' ' || string_agg(right_to, ' ' order by right_to) as rights
    from pg_class c join pg_namespace n on n.oid = c.relnamespace,
      unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) as right_to
    where n.nspname !~ '^(pg_|information_schema)' and c.relkind in ('r', 'v', 'm', 'p', 'f') and c.relowner <> ${role}::regrole
      and (has_table_privilege(${role}, c.oid, right_to)
        or right_to in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') and has_any_column_privilege(${role}, c.oid, right_to))
    group by c.oid`;
  expect(relations.map(({ rights }) => rights).toSorted()).toEqual(RELATIONS[role].toSorted());
});

test("the running server holds no connection of a superuser", async () => {
  const own = postgres(server.databaseUrl, { max: 1, onnotice: () => {} });
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

function insertReview(column: string, value: string): string {
  return `insert into public.reviews (${REVIEW}, ${column}) values (${REVIEW_VALUES}, ${value})`;
}

async function filled(statement: string): Promise<string> {
  const { named, hidden, propertyId, victim, attacker } = await fixtures();
  const values = { named, hidden, property: propertyId, victim: victim.id, attacker: attacker.id, email: victim.email };
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`':${name}'`, `'${value}'`), statement);
}

async function claimsFor(sub: string) {
  const [row] = await owner<{ id: string }[]>`select id::text from auth.sessions where user_id = ${sub} limit 1`;
  return { role: "authenticated", sub, session_id: row?.id ?? "" };
}

/** What the database does for a role: the rows it touched, or "denied". Nothing of it stays. */
async function outcome(role: Role, statement: string, claims?: object | null): Promise<number | "denied"> {
  const { attacker } = await fixtures();
  const own = role === "authenticated" ? await claimsFor(attacker.id) : { role };
  const text = await filled(statement);
  let touched = 0;
  try {
    await undone(role, claims === undefined ? own : claims, async (sql) => {
      touched = (await sql.unsafe(text)).count;
    });
  } catch (error) {
    const { code = "" } = error as { code?: string };
    // Missing rights, row-level security, refusals of our triggers; claims that are no ids.
    if (/^(?:42501|0LP01|55P02|PT4\d\d)$/.test(code) || (claims && code === "22P02")) return "denied";
    throw error;
  }
  return touched;
}

/** Acts as a role within a transaction that is rolled back. */
async function undone(role: Role, claims: object | null, act: (sql: postgres.TransactionSql) => Promise<void>) {
  const undo = new Error("undone");
  await owner
    .begin(async (sql) => {
      const text = claims ? JSON.stringify(claims) : "";
      await sql`select set_config('request.jwt.claims', ${text}, true), set_config('statement_timeout', '5s', true)`;
      // Not "set role": a session that may take off its role again can do more than the role.
      await sql.unsafe(`set local session authorization ${role}`);
      await act(sql);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}
