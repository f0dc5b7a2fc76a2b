import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  as,
  type FreshDatabase,
  newAccount,
  refusal,
  type Role,
  startFreshDatabase,
  upload,
} from "./fresh-database.ts";

// A hosted project has no web server of ours in front of it: there the database alone stands between the public key and the
// data. What is granted must be the same where a role that is no superuser has pushed the migrations. There the schemas auth and
// storage are the platform's: it lets the roles of visitors read and write the tables of Storage, and row-level security alone
// refuses them.

const KINDS = ["embedded", "hosted"] as const;
const databases = {} as Record<(typeof KINDS)[number], FreshDatabase>;
beforeAll(async () => {
  for (const kind of KINDS) databases[kind] = await startFreshDatabase(kind);
});
afterAll(() => Promise.all(Object.values(databases).map((database) => database.stop())));

const VISITORS = ["anon", "authenticated"] as const satisfies Role[];

function readmeSection(heading: string): string {
  const [, section = ""] = readFileSync("supabase/README.md", "utf8").split(`\n## ${heading}\n`);
  return section.split("\n## ")[0] ?? "";
}

test("supabase/README.md names every table that holds an e-mail", async () => {
  const tables = await databases.embedded.owner<{ name: string }[]>`
    select distinct concat_ws('.', table_schema, table_name) as name from information_schema.columns
    where table_schema in ('public', 'private') and column_name ~ '(email|mailbox|recipient)$'`;
  // Their columns are written only: triggers move what they are given.
  const stored = tables
    .map(({ name }) => name)
    .filter((name) => !["public.reviews", "public.review_reports"].includes(name));
  const named = readmeSection("Where an e-mail is stored").match(/(?<=^\| `)(?:public|private)\.\w+/gm);
  expect(stored.length).toBeGreaterThan(5);
  expect(new Set(stored)).toEqual(new Set(named));
});

test("supabase/README.md names every function that visitors may call", async () => {
  const functions = await databases.embedded.owner<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))`;
  const section = readmeSection("What is public");
  expect(functions.length).toBeGreaterThan(20);
  expect(functions.map(({ name }) => name).filter((name) => !section.includes(`\`${name}(`))).toEqual([]);
});

test.each(KINDS)("visitors have no right on any table but to insert what the forms send (%s)", async (kind) => {
  const database = databases[kind];
  const rights = await database.owner<{ role: string; name: string; right: string; columns: string[] | null }[]>`
    select role, c.oid::regclass::text as name, privilege as right,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute as a
        where a.attrelid = c.oid and a.attnum > 0 and privilege in ('select', 'insert', 'update')
          and has_column_privilege(role, c.oid, a.attnum, privilege)) as columns
    from unnest(array['anon', 'authenticated']) as role
    cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain']) as privilege
    cross join pg_class as c
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and c.relnamespace in (
        select oid from pg_namespace
        where nspname !~ '^pg_' and nspname <> 'information_schema' and (nspname <> 'storage' or ${kind === "embedded"})
      )
      and case
        when c.relkind = 'S' then privilege in ('select', 'update') and has_sequence_privilege(role, c.oid, privilege)
        else has_table_privilege(role, c.oid, privilege)
          or privilege in ('select', 'insert', 'update', 'references') and has_any_column_privilege(role, c.oid, privilege)
      end
    order by 1, 2, 3`;
  const report = ["review_id", "reason", "reporter_email", "reporter_fingerprint"];
  const entry = ["name", "email"];
  const uploads = {
    ...{ role: "authenticated", name: "storage.objects", right: "insert" },
    columns: ["id", "bucket_id", "name", "owner", "metadata", "version", "owner_id"],
  };
  expect([...rights]).toEqual([
    { role: "anon", name: "referral_waitlist", right: "insert", columns: entry },
    { role: "anon", name: "review_reports", right: "insert", columns: report },
    { role: "authenticated", name: "referral_waitlist", right: "insert", columns: entry },
    { role: "authenticated", name: "review_reports", right: "insert", columns: report },
    {
      ...{ role: "authenticated", name: "reviews", right: "insert" },
      columns: [
        ...["id", "property_name", "locality", "city", "property_type", "rating", "review_text", "email", "user_id"],
        ...["move_in_date", "duration", "would_recommend", "move_out_intent", "verified", "reported", "proof_urls"],
        ...[
          "reported_issues",
          "how_issues_reported",
          "issue_resolution_status",
          "management_response_time",
          "created_at",
        ],
      ],
    },
    ...(kind === "embedded" ? [uploads] : []),
  ]);
});

const READING = [
  "browse_properties(text,text,text,text,integer,integer)",
  "home(text)",
  "home_addresses(text)",
  "home_cities()",
  "home_reviews(uuid,text,integer,boolean,text,integer)",
  "homes_of_city(text,text)",
  "homes_of_locality(text,text,text)",
  "property_reviews(uuid,text,text,text,text,integer)",
  "recent_reviews(integer)",
  "review_cities()",
  "review_in_context(uuid,integer)",
  "suggest_homes(text,text)",
  "top_reviewers()",
  "transparency()",
];
// These read or add one complaint, which no role but the owner sees.
const OF_COMPLAINTS = ["file_grievance(uuid,text,text,text,text,text)", "grievance_status(uuid)"];
const OF_MEMBERS = ["check_review_limits(uuid,text,text,text,text)", "my_review(uuid)"];
const OF_AUTHORS = [
  "add_follow_up(uuid,text)",
  "begin_deleting_my_account(boolean)",
  "bring_back_my_review(uuid)",
  "delete_my_account()",
  "erase_my_next_review(boolean)",
  "export_my_data()",
  "make_my_review_anonymous(uuid)",
  "my_reviews(text)",
  "withdraw_my_review(uuid)",
];
/** They write, or read what pages never show: of the database's owner, and not of the role that reads for pages. */
const WRITING = ["my_reply(uuid)", "reply_to_review(uuid,text,text)", "withdraw_reply(uuid)"];
const WRITING_FOR_ALL = ["report_reply(uuid,text,text,text)"];
const OF_OPERATORS = [
  "desk_decide(uuid[],text,text,text,text,uuid[])",
  "desk_queue(text,text,text,text,integer,integer)",
  "desk_undo(bigint[])",
];
const CLAIMS = ["auth.jwt()", "auth.role()", "auth.uid()"];

test.each(KINDS)("visitors call the functions that pages and forms need, and no other (%s)", async (kind) => {
  const database = databases[kind];
  const callable = (role: Role) => database.owner<{ name: string }[]>`
    select p.oid::regprocedure::text as name
    from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private', 'gate', 'auth', 'supabase_migrations')
      and has_function_privilege(${role}, p.oid, 'execute')
    order by p.oid::regprocedure::text collate "C"`;
  const names = async (role: Role) => (await callable(role)).map(({ name }) => name);
  const forAll = [...CLAIMS, ...READING, ...OF_COMPLAINTS, ...WRITING_FOR_ALL, "gate.check_request()"];
  expect(await names("anon")).toEqual(forAll.toSorted());
  expect(await names("authenticated")).toEqual(
    [
      ...[...forAll, ...OF_MEMBERS, ...OF_AUTHORS, ...WRITING, ...OF_OPERATORS],
      // In a schema that is closed to them: the policy of uploads and indexes on reviews are evaluated as the visitor.
      ...["private.may_upload_proof(text)", "private.short_grams(text)"],
    ].toSorted(),
  );
  for (const role of VISITORS) {
    for (const statement of ["select private.fold('A')", "select private.may_upload_proof('x')"]) {
      expect(await refusal(as(database, role, (sql) => sql.unsafe(statement)))).toMatchObject({ code: "42501" });
    }
  }
});

test.each(KINDS)(
  "the reading functions belong to a role that sees no author, no time and no hidden row (%s)",
  async (kind) => {
    const database = databases[kind];
    const owned = await database.owner`
    select oid::regprocedure::text as name, prosecdef as definer, proconfig @> '{statement_timeout=3s}' as ends
    from pg_proc where pg_get_userbyid(proowner) = 'site_reader' order by oid::regprocedure::text collate "C"`;
    expect(owned.map(({ name }) => name)).toEqual([...READING, ...OF_MEMBERS].toSorted());
    expect(owned.every(({ definer, ends }) => definer && ends)).toBe(true);
    const [role] = await database.owner`
    select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, has_schema_privilege('site_reader', 'public', 'create') as creates
    from pg_roles where rolname = 'site_reader'`;
    expect(Object.values(role ?? {})).toEqual([false, false, false, false, false]);
    const columns = await database.owner<{ name: string; columns: string }[]>`
    select c.oid::regclass::text as name, string_agg(a.attname, ' ' order by a.attnum) as columns
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0
    where c.relkind in ('r', 'v') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
      and has_column_privilege('site_reader', c.oid, a.attnum, 'select')
    group by 1 order by 1`;
    const review =
      "property_type rating review_text move_in_date duration would_recommend move_out_intent verified reported reported_issues";
    const management = "how_issues_reported issue_resolution_status management_response_time";
    expect(Object.fromEntries(columns.map(({ name, columns: listed }) => [name, listed]))).toEqual({
      "private.follow_ups": "review_id position follow_up created_on",
      "private.places": "city_slug locality_slug city locality home_count search_key",
      "private.property_figures": "property_id figures last_day last_order city_slug locality_slug",
      "private.replies": "review_id reply_text state created_on",
      "private.review_names": "review_id display_name",
      "private.review_proofs": "photo_name review_id position",
      "private.shown_reviews": `id property_id property_name locality city ${review
        .replace("review_text", "review_text display_name")
        .replace(
          "reported reported_issues",
          "reported proof_urls reported_issues",
        )} created_on ${management} insert_order follow_ups reply`,
      properties:
        "id property_name locality city name_key locality_key city_key review_count rating_total verified_count short_id",
      reviews: `id property_id property_name locality city ${review} ${management} created_on insert_order`,
    });
  },
);

test.each(KINDS)(
  "every table has row-level security and a comment, every function a search path of its own (%s)",
  async (kind) => {
    const database = databases[kind];
    const ours = database.owner`('public'::regnamespace, 'private'::regnamespace, 'gate'::regnamespace)`;
    const open = await database.owner`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'v') and relnamespace in ${ours}
      and (relkind = 'r' and not relrowsecurity or obj_description(oid, 'pg_class') is null)`;
    expect([...open]).toEqual([]);
    const functions = await database.owner`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace in ${ours}
      and (
        obj_description(oid, 'pg_proc') is null
        -- A body that was parsed when the function was made looks no name up later.
        or prosqlbody is null and not coalesce(proconfig @> array['search_path=""'], false)
      )`;
    expect([...functions]).toEqual([]);
  },
);

test.each(KINDS)("each policy is for one purpose and says it (%s)", async (kind) => {
  const database = databases[kind];
  const policies = await database.owner`
    select tablename || ': ' || policyname as name, cmd, array_to_string(roles, ' ') as roles
    from pg_policies order by 1`;
  expect(policies.map((policy) => Object.values(policy))).toEqual([
    ["follow_ups: The site reads follow-ups", "SELECT", "site_reader"],
    ["mail_outbox: The account service keeps its e-mails until they are sent", "ALL", "supabase_auth_admin"],
    ["objects: A signed-in user may upload proof photos", "INSERT", "authenticated"],
    ["places: The site reads places", "SELECT", "site_reader"],
    ["properties: The site reads properties that have a visible review", "SELECT", "site_reader"],
    ["property_figures: The site reads the figures of homes", "SELECT", "site_reader"],
    ["referral_waitlist: Anyone may join the referral waitlist", "INSERT", "anon authenticated"],
    ["replies: The site reads replies that an operator has let through", "SELECT", "site_reader"],
    ["review_names: The site reads the names of reviews", "SELECT", "site_reader"],
    ["review_proofs: The site reads the photos of reviews", "SELECT", "site_reader"],
    ["review_reports: Anyone may report a review", "INSERT", "anon authenticated"],
    ["reviews: A signed-in user may publish a review", "INSERT", "authenticated"],
    ["reviews: The site reads visible reviews", "SELECT", "site_reader"],
  ]);
});

test.each(KINDS)(
  "visitors read, change, empty and lock nothing, whatever they try (%s)",
  { tags: ["1.6", "7.5"] },
  async (kind) => {
    const database = databases[kind];
    const account = await newAccount(database, "attacker");
    await upload(database, account);
    const statements = [
      "select xmin from public.reviews",
      "select ctid from public.properties",
      "select 1 from public.review_reports",
      "select count(*) from public.referral_waitlist",
      "select 1 from private.review_authors",
      "select 1 from private.shown_reviews",
      "select 1 from auth.users",
      "select 1 from supabase_migrations.schema_migrations",
      "update public.reviews set rating = 1",
      "delete from public.review_reports",
      "truncate public.referral_waitlist",
      "lock table public.reviews in access exclusive mode",
      "select nextval('public.reviews_insert_order_seq')",
      "insert into public.properties (property_name, locality, city) values ('b', 'c', 'd')",
      "insert into public.reviews (property_name, locality, city, rating, review_text, hidden_at) values ('a', 'b', 'c', 5, 'd', now())",
      "insert into public.reviews (property_name, locality, city, rating, review_text, insert_order) overriding system value values ('a', 'b', 'c', 5, 'd', 1)",
      "insert into public.review_reports (review_id, reason, reporter_fingerprint) select id, 'spam', 'x' from public.reviews returning id",
      "insert into storage.buckets (id, name, public) values ('mine', 'mine', true)",
      "delete from storage.objects",
      "truncate storage.objects",
      "set local role site_reader",
      "create function public.mine() returns integer language sql as 'select 1'",
    ];
    // As the server and PostgREST come: a login that may become a visitor and nothing else.
    for (const who of ["anon", account] as const) {
      const attempt = (statement: string) =>
        as(database, who, async (sql) => {
          await sql`set local session authorization authenticator`;
          await sql.unsafe(`set local role ${who === "anon" ? "anon" : "authenticated"}`);
          return (await sql.unsafe(statement)).count;
        });
      for (const statement of statements) {
        expect((await refusal(attempt(statement))).code, statement).toBe("42501");
      }
      for (const statement of ["select 1 from storage.objects", "update storage.objects set name = 'x'"]) {
        const outcome = kind === "embedded" ? (await refusal(attempt(statement))).code : await attempt(statement);
        expect(outcome, statement).toBe(kind === "embedded" ? "42501" : 0);
      }
    }
  },
);
