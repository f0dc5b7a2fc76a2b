import { expect, test } from "vitest";
import { owner } from "../supabase/tests/visitors.ts";
import { type Town, everythingStored, ourTown } from "./town.ts";

// A hosted project has no web server of ours in front of its API: what the roles of visitors may do in the database is all
// that stands between the public key and the data. Here they say SQL, which is more than any API lets them.

type Role = "anon" | "authenticated";

const DENIED: [string, (town: Town) => string][] = [
  ["empty the reviews", () => "truncate public.reviews cascade"],
  ["empty the homes", () => "truncate public.properties cascade"],
  ["empty the reports", () => "truncate public.review_reports"],
  ["empty the waitlist", () => "truncate public.referral_waitlist"],
  ["empty the list of photos", () => "truncate storage.objects cascade"],
  ["empty the list of buckets", () => "truncate storage.buckets cascade"],
  ["read authors", () => "select * from private.review_authors"],
  ["read settings", () => "select * from private.settings"],
  ["read users", () => "select * from auth.users"],
  ["read sessions", () => "select * from auth.sessions"],
  ["read refresh tokens", () => "select * from auth.refresh_tokens"],
  ["read identities", () => "select * from auth.identities"],
  ["read passwords of the database", () => "select * from pg_catalog.pg_authid"],
  ["read passwords of the database as a view", () => "select * from pg_catalog.pg_shadow"],
  ["read the files of the database", () => "select pg_read_file('/etc/passwd')"],
  ["list the files of the database", () => "select pg_ls_dir('/')"],
  ["read a file into a table", () => "copy public.reviews from '/etc/passwd'"],
  ["write a table into a file", () => "copy public.reviews to '/tmp/x'"],
  ["run a program", () => "copy (select 1) to program 'id'"],
  ["read samples of columns", () => "select * from pg_catalog.pg_statistic"],
  ["become postgres", () => "set role postgres"],
  ["become service_role", () => "set role service_role"],
  ["pass by row-level security", () => "set session_replication_role = replica"],
  ["make a table", () => "create table public.mine (x int)"],
  ["make a function", () => "create function public.mine() returns int language sql as 'select 1'"],
  ["make a schema", () => "create schema mine"],
  ["make an extension", () => "create extension dblink"],
  [
    "make a trigger",
    () => "create trigger mine before insert on public.reviews for each row execute function private.check_report()",
  ],
  ["make a rule", () => "create rule mine as on insert to public.reviews do instead nothing"],
  ["make a policy", () => "create policy mine on public.review_reports for select using (true)"],
  ["switch row-level security off", () => "alter table public.review_reports disable row level security"],
  ["drop a table", () => "drop table public.review_reports"],
  ["drop a column", () => "alter table public.reviews drop column verified"],
  ["grant itself a table", () => "grant select on private.review_authors to anon"],
  ["grant itself a role", () => "grant postgres to anon"],
  ["make a role", () => "create role mine login"],
  ["give itself a password", () => "alter role anon with login password 'x'"],
  [
    "end other connections",
    () => "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()",
  ],
  ["lock the reviews", () => "lock table public.reviews in access exclusive mode"],
  ["set the count of reports", () => "select setval(pg_get_serial_sequence('public.review_reports', 'id'), 1)"],
  ["call what hashes reports", () => "select private.check_report()"],
  ["call what refuses", () => "select private.refuse(200, 'x')"],
  ["call what finds proof", ({ victim }) => `select private.own_proof_paths('{}', '${victim.id}')`],
  [
    "make a home",
    () => "insert into public.properties (slug, property_name, locality, city) values ('a', 'b', 'c', 'd')",
  ],
  ["make a bucket", () => "insert into storage.buckets (id, name, public) values ('mine', 'mine', true)"],
  [
    "make an author",
    ({ named, attacker }) =>
      `insert into private.review_authors (review_id, user_id) values ('${named}', '${attacker.id}')`,
  ],
  ["change a setting of the product", () => "update private.settings set value = 'null'"],
  ["change the history of migrations", () => "delete from supabase_migrations.schema_migrations"],
];

test.for(
  DENIED.flatMap(([what, statement]) =>
    (["anon", "authenticated"] as const).map((role) => [role, what, statement] as const),
  ),
)("%s may not %s", async ([role, , statement]) => {
  const town = await ourTown();
  expect(await says(role, statement(town))).toBe("denied");
});

const WITHOUT_EFFECT: [string, (town: Town) => string][] = [
  ["changes reviews", () => "update public.reviews set rating = 1"],
  ["clears flags", () => "update public.reviews set reported = false"],
  ["shows what is hidden", () => "update public.reviews set hidden_at = null"],
  ["deletes reviews", () => "delete from public.reviews"],
  ["changes homes", () => "update public.properties set review_count = 99"],
  ["deletes homes", () => "delete from public.properties"],
  ["changes reports", () => "update public.review_reports set reason = 'fake'"],
  ["deletes reports", () => "delete from public.review_reports"],
  ["changes the waitlist", () => "update public.referral_waitlist set email = 'x@y.example'"],
  ["deletes the waitlist", () => "delete from public.referral_waitlist"],
  ["renames photos", () => "update storage.objects set name = 'public/1763700000123-abcdefgh.png'"],
  ["takes photos over", ({ attacker }) => `update storage.objects set owner_id = '${attacker.id}'`],
  ["deletes photos", () => "delete from storage.objects"],
  ["changes buckets", () => "update storage.buckets set public = false"],
  ["deletes buckets", () => "delete from storage.buckets"],
  ["reads reports", () => "select * from public.review_reports"],
  ["reads the waitlist", () => "select * from public.referral_waitlist"],
  ["reads the list of photos", () => "select * from storage.objects"],
  ["reads the list of buckets", () => "select * from storage.buckets"],
  ["reads hidden reviews", ({ hidden }) => `select * from public.reviews where id = '${hidden}'`],
  ["reads homes of hidden reviews alone", () => "select * from public.properties where review_count = 0"],
  ["finds an e-mail in a review", () => "select id from public.reviews where email is not null or user_id is not null"],
  [
    "merges over a review",
    ({ named }) =>
      `merge into public.reviews r using (select '${named}'::uuid as id) s on r.id = s.id when matched then update set rating = 1`,
  ],
  ["locks reviews by reading them", ({ named }) => `select id from public.reviews where id = '${named}' for update`],
];

test.for(
  WITHOUT_EFFECT.flatMap(([what, statement]) =>
    (["anon", "authenticated"] as const).map((role) => [role, what, statement] as const),
  ),
)("nobody who is %s %s", async ([role, , statement]) => {
  const town = await ourTown();
  const before = await everythingStored();
  expect([0, "denied"]).toContain(await says(role, statement(town)));
  expect(await everythingStored()).toBe(before);
});

const FORGED: [string, (town: Town) => Record<string, unknown>][] = [
  ["as the victim", ({ victim }) => ({ user_id: victim.id })],
  ["as verified", () => ({ verified: true })],
  ["as reported", () => ({ reported: true })],
  ["as hidden", () => ({ hidden_at: "2020-01-01" })],
  ["under another name", () => ({ display_name: "GharSach" })],
  ["long ago", () => ({ created_at: "2020-01-01" })],
  ["in another home", ({ propertyId }) => ({ property_id: propertyId })],
];

test.for(FORGED)("a review forged %s is what the triggers make of it", async ([, forge]) => {
  const town = await ourTown();
  const review = { property_name: "Forged by SQL", locality: "x", city: "y", rating: 5, review_text: "Forged by SQL." };
  const row = await inserted({ ...review, ...forge(town) }, town.attacker.id);
  expect(row).toMatchObject({
    verified: false,
    reported: false,
    hidden_at: null,
    display_name: "Anonymous",
    user_id: null,
  });
  expect(row.property_id).not.toBe(town.propertyId);
  expect(Math.abs(Date.now() - Number(row.created_at))).toBeLessThan(120_000);
});

test.for([
  ["nobody", ""],
  ["somebody who is not there", '{"role":"authenticated","sub":"00000000-0000-4000-8000-000000000000"}'],
  ["a name that is no id", '{"role":"authenticated","sub":"victim"}'],
  ["claims that are no claims", "null"],
])("a review by %s is refused by the database alone", async ([, claims]) => {
  await ourTown();
  const before = await everythingStored();
  const insert =
    "insert into public.reviews (property_name, locality, city, rating, review_text) values ('a','b','c',5,'d')";
  expect(await says("authenticated", insert, claims)).toBe("denied");
  expect(await everythingStored()).toBe(before);
});

test("no function that visitors may call runs with more rights than theirs, but those that count and search", async () => {
  const functions = await owner<{ name: string }[]>`
    select n.nspname || '.' || p.proname as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
      and has_schema_privilege('anon', n.oid, 'usage') and has_function_privilege('anon', p.oid, 'execute')
    order by 1`;
  expect(functions.map(({ name }) => name)).toEqual([
    // They answer with names of cities, places of homes and numbers; hidden reviews count for nothing in them. The gate
    // counts the requests of an address and answers nothing.
    "browsing.city_key",
    "browsing.matching_page",
    "browsing.matching_total",
    "browsing.rare_matches",
    "browsing.search_patterns",
    "gate.check_request",
    "public.top_reviewers",
  ]);
});

test("the roles of visitors may neither empty, nor refer to, nor put triggers on any table", async () => {
  const grants = await owner<{ name: string }[]>`
    select r.rolname || ': ' || privilege || ' on ' || c.oid::regclass as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r,
      unnest(array['TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) as privilege
    where n.nspname in ('public', 'storage', 'private', 'auth') and c.relkind in ('r', 'p')
      and r.rolname in ('anon', 'authenticated') and has_table_privilege(r.oid, c.oid, privilege)
    order by 1`;
  expect(grants.map(({ name }) => name)).toEqual([]);
});

/** What the database does for a role of visitors: the rows it touched, or "denied". Nothing of it stays. */
async function says(role: Role, statement: string, claims?: string): Promise<number | "denied"> {
  const { attacker } = await ourTown();
  const own = role === "anon" ? { role } : { role, sub: attacker.id };
  const undo = new Error("undone");
  let touched = 0;
  try {
    await owner.begin(async (sql) => {
      if (claims === undefined && role === "authenticated")
        await sql`select set_config('request.jwt.claim.sub', ${attacker.id}, true)`;
      await sql`select set_config('request.jwt.claims', ${claims ?? JSON.stringify(own)}, true), set_config('statement_timeout', '5s', true)`;
      // Not "set role": whoever may take off a role again is more than a visitor.
      await sql.unsafe(`set local session authorization ${role}`);
      touched = (await sql.unsafe(statement)).count;
      throw undo;
    });
  } catch (error) {
    if (error === undo) return touched;
    const { code = "" } = error as { code?: string };
    // Missing rights, row-level security, the sentences of our triggers, and what only superusers may set.
    if (/^(?:42501|0LP01|55P02|PT4\d\d|22P02)$/.test(code)) return "denied";
    throw error;
  }
  return touched;
}

async function inserted(review: Record<string, unknown>, author: string): Promise<Record<string, unknown>> {
  const undo = new Error("undone");
  let row: Record<string, unknown> = {};
  await owner
    .begin(async (sql) => {
      const claims = JSON.stringify({ role: "authenticated", sub: author });
      await sql`
        select set_config('request.jwt.claim.sub', ${author}, true), set_config('request.jwt.claims', ${claims}, true)`;
      await sql.unsafe("set local role authenticated");
      [row = {}] = await sql`insert into public.reviews ${sql(review)} returning *`;
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return row;
}
