import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FUNCTIONS } from "../../../server/embedded/calls.ts";
import { owner, refusal } from "./test-database.ts";

// On a hosted project only the database protects the data from holders of the public key. hosted.test.ts compares the grants there.

function readmeSection(heading: string): string {
  const [, section = ""] = readFileSync("supabase/README.md", "utf8").split(`\n## ${heading}\n`);
  return section.split("\n## ")[0] ?? "";
}

test("names every table that holds an email in supabase/README.md", async () => {
  const tables = await owner<{ name: string }[]>`
    select distinct concat_ws('.', table_schema, table_name) as name from information_schema.columns
    where table_schema in ('public', 'private') and column_name ~ '(email|mailbox|recipient)$'`;
  // Triggers move the emails of these two tables elsewhere.
  const stored = tables
    .map(({ name }) => name)
    .filter((name) => !["public.reviews", "public.review_reports"].includes(name));
  const named = readmeSection("Where an email is stored").match(/(?<=^\| `)(?:public|private)\.\w+/gm);
  expect(stored.length).toBeGreaterThan(5);
  expect(new Set(stored)).toEqual(new Set(named));
});

test("names every function of visitors in supabase/README.md and in the embedded server", async () => {
  const functions = await owner<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))`;
  const section = readmeSection("What is public");
  expect(new Set(functions.map(({ name }) => name))).toEqual(new Set(Object.keys(FUNCTIONS)));
  expect(functions.map(({ name }) => name).filter((name) => !section.includes(`\`${name}(`))).toEqual([]);
});

const ours = owner`('public'::regnamespace, 'private'::regnamespace, 'gate'::regnamespace)`;

test("has row-level security and a comment on every table", async () => {
  const open = await owner`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'v') and relnamespace in ${ours}
      and (relkind = 'r' and not relrowsecurity or obj_description(oid, 'pg_class') is null)`;
  expect([...open]).toEqual([]);
});

test("has a search path on every function, and a comment on every function of the API", async () => {
  const functions = await owner`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace in ${ours}
      and (
        pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') is null
        -- PostgreSQL resolves the names in a body of this kind at creation.
        or prosqlbody is null and not coalesce(proconfig @> array['search_path=""'], false)
      )`;
  expect([...functions]).toEqual([]);
});

test("grants visitors only the functions of a policy and an index in schema private", async () => {
  const granted = await owner<{ name: string }[]>`
    select o.name from (
      select oid::regclass::text as name, relacl as acl from pg_class where relnamespace = 'private'::regnamespace
      union all
      select oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner)) from pg_proc
      where pronamespace = 'private'::regnamespace
    ) as o, aclexplode(o.acl) as a
    where a.grantee in (0, 'anon'::regrole, 'authenticated'::regrole) order by 1`;
  expect(granted.map(({ name }) => name)).toEqual(["private.may_upload_proof(text)", "private.short_grams(text)"]);
  expect([...(await owner`select policyname from pg_policies where 'public' = any (roles)`)]).toEqual([]);
});

test("reads as site_reader and with a time limit in every reading function", async () => {
  const names = async (condition: ReturnType<typeof owner>) =>
    (
      await owner<{ name: string }[]>`
        select proname as name from pg_proc where pronamespace = 'public'::regnamespace and ${condition} order by 1`
    ).map(({ name }) => name);
  expect(
    await names(owner`has_function_privilege('anon', oid, 'execute') and pg_get_userbyid(proowner) <> 'site_reader'`),
  ).toEqual([
    ...["answer_place_alert", "count_empty_search", "empty_searches", "file_grievance", "follows_of_link"],
    ...["grievance_status", "heartbeat", "place_alert", "report_reply", "request_place_alert", "unfollow"],
  ]);
  expect(
    await names(owner`has_function_privilege('authenticated', oid, 'execute')
      and not exists (select from unnest(proconfig) as setting where setting like 'statement_timeout=%')`),
  ).toEqual([
    ...["add_follow_up", "bring_back_my_review", "delete_my_account", "file_grievance"],
    ...["make_my_review_anonymous", "withdraw_my_review"],
  ]);
});

const VISITORS = ["anon", "authenticated"];
/** Every role of a connection or of a function of the API. */
const ALL = [...VISITORS, "authenticator", "site_reader", "supabase_auth_admin"];

const DENIED: [string[], string[]][] = [
  [
    VISITORS,
    [
      "set role service_role",
      "select xmin from public.reviews",
      "select id from public.reviews for update",
      "select 1 from private.shown_reviews",
      "select 1 from auth.users",
      "select 1 from auth.sessions",
      "select 1 from private.settings",
      "select 1 from private.email_outbox",
      "insert into public.properties (property_name, locality, city) values ('b', 'c', 'd')",
      "insert into public.review_reports (review_id, reason, reporter_fingerprint) select id, 'spam', 'x' from public.reviews returning id",
      "merge into public.reviews r using (select 1) s on true when matched then update set rating = 1",
      "insert into storage.buckets (id, name, public) values ('mine', 'mine', true)",
      "lock table public.reviews in access exclusive mode",
      "select nextval('public.reviews_insert_order_seq')",
      "select private.refuse(200, 'x')",
      "select private.has_live_session()",
      "select public.operator_erase('x', false, 'x')",
    ],
  ],
  [["authenticator"], ["select 1 from public.reviews", "select public.recent_reviews(3)"]],
  [
    ["site_reader"],
    [
      "select email from public.reviews",
      "select created_at from public.reviews",
      "insert into private.places default values",
    ],
  ],
  [
    ["supabase_auth_admin"],
    [
      "select * from public.reviews",
      "select * from private.settings",
      "set role anon",
      "select public.recent_reviews(3)",
    ],
  ],
  [
    ALL,
    [
      "set role postgres",
      "grant service_role to anon",
      "select 1 from pg_catalog.pg_authid",
      "select 1 from private.review_authors",
      "select 1 from private.follows",
      "select 1 from private.place_alerts",
      "update private.follows set user_id = user_id",
      "select 1 from private.reporter_emails",
      "select 1 from public.referral_waitlist",
      "insert into private.review_authors default values",
      "update public.reviews set rating = 1",
      "update private.settings set value = 'null'",
      "delete from public.review_reports",
      "delete from supabase_migrations.schema_migrations",
      "truncate public.referral_waitlist cascade",
      "truncate storage.objects",
      "select pg_read_file('/etc/passwd')",
      "select lo_export(1, '/tmp/x')",
      "copy public.reviews to '/tmp/x'",
      "copy (select 1) to program 'id'",
      "set session_replication_role = replica",
      "create function public.mine() returns integer language sql as 'select 1'",
      "create policy mine on public.review_reports for select using (true)",
      "alter table public.reviews disable row level security",
      "grant select on private.settings to anon",
      "create role mine login",
    ],
  ],
];

test("lets no role read, change, truncate, lock or create what it does not own", { tags: ["1.3", "4.2"] }, async () => {
  const undo = new Error("undone");
  // SET ROLE would keep the right to reset the role.
  const attempt = (role: string, statement: string) =>
    owner.begin(async (sql) => {
      await sql.unsafe(`set local session authorization ${role}`);
      await sql.unsafe(statement);
      throw undo;
    });
  for (const [roles, statements] of DENIED)
    for (const role of roles)
      for (const statement of statements)
        expect((await refusal(attempt(role, statement))).code, `${role}: ${statement}`).toMatch(/^(?:42501|0LP01)$/);
});
