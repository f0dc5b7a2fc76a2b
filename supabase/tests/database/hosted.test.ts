import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { compareDatabases } from "../../../scripts/compare-databases.ts";
import { applyMigrations, applySchemas, createDatabase } from "../../../scripts/migrated-data.ts";
import { accessOf, accessText } from "../../../server/doctor/expected.ts";
import { readRetentionKey } from "../../../server/retention-key.ts";
import { actionsOn, type FreshDatabase, MIGRATIONS, refusal, startFreshDatabase } from "./fresh-database.ts";
import { type Platform, type Project, type ProjectKind, startPlatform } from "./hosted/platform.ts";
import { type Push, push } from "./hosted/push.ts";

// Compares a hosted project with the embedded server, where a superuser owns everything.

const HOUSEKEEPING = fileURLToPath(new URL("../../../server/embedded/schema/housekeeping.sql", import.meta.url));
const EXPECTED = fileURLToPath(new URL("../../expected-access.txt", import.meta.url));

const KINDS = ["exposed", "closed"] as const satisfies ProjectKind[];
let platform: Platform;
let embedded: FreshDatabase;
const projects = {} as Record<ProjectKind, Project & { pushed: Push }>;
beforeAll(async () => {
  [platform, embedded] = await Promise.all([startPlatform(), startFreshDatabase()]);
  // As the embedded server does at each start.
  await embedded.owner.unsafe(await fs.readFile(HOUSEKEEPING, "utf8"));
  for (const kind of KINDS) {
    const project = await platform.create(kind);
    projects[kind] = { ...project, pushed: await push(project.url, MIGRATIONS) };
  }
});
afterAll(() => Promise.all([platform?.stop(), embedded?.stop()]));

test.each(KINDS)("pushes every migration once, without a fallback (%s)", async (kind) => {
  const { url, pushed } = projects[kind];
  expect(pushed.ran).toEqual((await fs.readdir(MIGRATIONS)).toSorted());
  expect(pushed.notices).toEqual([]);
  expect((await push(url, MIGRATIONS)).ran).toEqual([]);
});

test("has the access rules of expected-access.txt after the migrations", async () => {
  const [here, there] = [await accessIn(embedded.owner), await accessIn(projects.exposed.admin)];
  const text = accessText(here, there);
  await expect(text).toMatchFileSnapshot(EXPECTED);
  expect(accessOf("embedded", text)).toEqual(here);
  expect(accessOf("supabase", text)).toEqual(there);
  expect(await accessIn(projects.closed.admin)).toEqual(there);
});

/** Statements that change access, and the rule that each of them adds. */
const CHANGES: [statement: string, rule: RegExp][] = [
  ["grant select on public.reviews to anon", /^grant select on public\.reviews to anon$/],
  ["grant select (email) on public.reviews to public", /^grant select \(email\) on public\.reviews to public$/],
  ["grant usage on schema private to anon", /^grant usage on schema private to anon$/],
  ["grant usage on sequence public.reviews_insert_order_seq to anon", /reviews_insert_order_seq to anon$/],
  [
    "grant execute on function private.setting_numbers() to public",
    /^grant execute on function private\.setting_numbers\(\) to public$/,
  ],
  [
    "create policy open on storage.objects to anon using (true)",
    /^policy open on storage\.objects for all to anon using true$/,
  ],
  [
    "alter table public.reviews disable trigger find_or_create_property",
    /^trigger find_or_create_property .+ disabled$/,
  ],
  ["alter role authenticator set pgrst.db_schemas = 'private'", /^role authenticator pgrst\.db_schemas=private$/],
  ["alter role anon bypassrls", /^role anon bypassrls$/],
  ["grant site_reader to anon", /^role anon in site_reader$/],
  ["create publication realtime for table public.reviews", /^publication realtime of public\.reviews$/],
];

test("lists every grant that an operator adds by hand", async () => {
  const before = await accessIn(embedded.owner);
  const undo = new Error("undo");
  const added: string[] = [];
  const attempt = embedded.owner.begin(async (sql) => {
    for (const [statement] of CHANGES) await sql.unsafe(statement);
    const rows = await sql<{ rule: string }[]>`select rule from private.access_rules() as rule`;
    added.push(...rows.map(({ rule }) => rule).filter((rule) => !before.includes(rule)));
    throw undo;
  });
  await expect(attempt).rejects.toBe(undo);
  expect(added).toHaveLength(CHANGES.length);
  for (const [statement, rule] of CHANGES) expect(added, statement).toContainEqual(expect.stringMatching(rule));
});

test.each([
  "create table auth.mine (id integer)",
  "alter table storage.objects add column mine text",
  "create policy mine on storage.objects using (true)",
  "delete from storage.objects",
  "set role supabase_storage_admin",
  "create role mine superuser",
  "alter role supabase_auth_admin set search_path = ''",
  "alter system set statement_timeout = 0",
])("refuses postgres what the real platform refuses: %s", async (statement) => {
  const sql = postgres(projects.exposed.url, { max: 1, onnotice: () => {} });
  expect(await refusal(sql.unsafe(statement)).finally(() => sql.end())).toMatchObject({ code: "42501" });
});

test.each(KINDS)("lets visitors publish and report, but not access Storage's tables (%s)", async (kind) => {
  const { as, call, newAccount, publish, report, upload } = actionsOn(projects[kind].admin);
  const author = await newAccount("author");
  const id = await publish(author, { proof_urls: [await upload(author)] });
  await report(id);
  const shown = [{ id, verified: true, reported: true }];
  expect(await call("anon", "recent_reviews", { at_most: 10 })).toMatchObject(shown);
  // The platform grants visitors the tables of Storage: only policies protect the rows.
  for (const who of ["anon", author] as const)
    for (const statement of ["select 1 from storage.objects", "update storage.objects set name = 'x'"])
      expect(await as(who, async (sql) => (await sql.unsafe(statement)).count), statement).toBe(0);
});

test.each(KINDS)("lets operators withhold photos and erase authors, sealed (%s)", async (kind) => {
  const { admin } = projects[kind];
  const { call, decide, newAccount, publish, upload } = actionsOn(admin);
  await admin`delete from auth.users`;
  const author = await newAccount("author");
  await decide(await publish(author, { proof_urls: [await upload(author)] }), "hide");
  const moves = [{ from: { bucket: "review-proofs" }, to: { bucket: "withheld-proofs" } }];
  expect(await call("service_role", "operator_misplaced_photos")).toMatchObject({ moves });
  const new_key = readRetentionKey("supabase/tests/retention-key.asc");
  await call("service_role", "operator_set_retention_key", { new_key, operator: "asha", reason: "A test." });
  const erasing = { who: author.email, with_reviews: false, operator: "asha", reason: "A test." };
  const erased = { accounts: 1, reviews: 1, photos: 1 };
  expect(await call("service_role", "operator_erase", erasing)).toMatchObject(erased);
  expect([...(await admin`select from auth.users`)]).toEqual([]);
  expect([...(await admin`select from private.sealed_records`)]).toHaveLength(1);
});

// The platform loads safeupdate into the sessions of the API. It rejects an update or delete without a where clause.
test("has a where clause in every update and delete of a function", async () => {
  const functions = await embedded.owner<{ name: string; source: string }[]>`
    select oid::regprocedure::text as name, prosrc as source from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'gate'::regnamespace)`;
  const statement = /(?<!\bdo )\b(?:update\s+[\w.]+(?:\s+as\s+\w+)?\s+set|delete\s+from)\b[^;]*/gi;
  const changes = functions.flatMap(({ name, source }) =>
    [...source.matchAll(statement)].map(([change]) => ({ name, change })),
  );
  expect(changes.length).toBeGreaterThan(10);
  expect(changes.filter(({ change }) => !/\bwhere\b/i.test(change))).toEqual([]);
});

test("disables JIT compilation in every function of the API", async () => {
  const compiled = await embedded.owner`
    select proname from pg_proc where pronamespace = 'public'::regnamespace and ('jit=off' = any(proconfig)) is not true`;
  expect([...compiled]).toEqual([]);
});

const EDITED = `
  create function public.with_search(search private.search, given text default 'all') returns setof integer
  language sql set search_path = '' as 'select 1';
  comment on function public.with_search is 'New.';
  revoke all on function public.with_search from public;
  grant execute on function public.with_search to anon;
  grant create on schema public to site_reader;
  alter function public.with_search owner to site_reader;
  revoke create on schema public from site_reader;
  create or replace function private.is_blank(given text) returns boolean language sql immutable return given = '';
  drop function public.transparency;
  create view private.waiting as select id from private.grievances;
  drop trigger find_or_create_property on public.reviews;
  drop policy "A signed-in user may publish a review" on public.reviews;
  grant select (id) on public.reviews to authenticated;
  comment on table private.settings is 'Edited.';
  alter table private.settings disable row level security;
  alter table public.reviews disable trigger make_searchable;
  alter table public.referral_waitlist add column source text check (source <> '');
  alter table private.email_outbox drop column tries;
  drop index public.reviews_search;
  update private.settings set shipped = '9' where key = 'reviews_per_day';`;

// This test changes a project, so it is the last.
test("generates a migration of everything but tables, which runs on a hosted project", async () => {
  const cluster = inject("clusterUrl");
  const before = await createDatabase(cluster, "before", applyMigrations);
  const edited = await createDatabase(cluster, "edited", async (sql) => {
    await applySchemas(sql);
    await sql.unsafe(EDITED);
  });
  const { generated, byHand } = await compareDatabases(before, edited);
  expect(byHand).toEqual([
    'DROP INDEX "public"."reviews_search";',
    'ALTER TABLE "private"."email_outbox" DROP COLUMN "tries";',
    'ALTER TABLE "public"."referral_waitlist" ADD COLUMN "source" text;',
    expect.stringContaining('ADD CONSTRAINT "referral_waitlist_source_check"'),
    expect.stringMatching(/^-- gone: private\.settings .*"reviews_per_day".*"shipped": 3/),
    expect.stringMatching(/^-- new: private\.settings .*"reviews_per_day".*"shipped": 9/),
  ]);

  const project = projects.exposed;
  const beforePush = await rulesOf(project.admin);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "migration-"));
  const statements = [...byHand.filter((line) => !line.startsWith("--")), ...generated];
  await fs.writeFile(path.join(folder, "20990101000000_edited.sql"), statements.join("\n"));
  await push(project.url, folder).finally(() => fs.rm(folder, { recursive: true }));
  const [old, wanted] = [postgres(before, { max: 1 }), postgres(edited, { max: 1 })];
  const expected = changed(await rulesOf(old), await rulesOf(wanted));
  await Promise.all([old.end(), wanted.end()]);
  expect(expected.length).toBeGreaterThan(10);
  expect(changed(beforePush, await rulesOf(project.admin))).toEqual(expected);
});

async function rulesOf(sql: postgres.Sql): Promise<Set<string>> {
  const rows = await sql<{ rule: string }[]>`select private.access_rules() as rule`;
  return new Set(rows.map(({ rule }) => rule));
}

function changed(before: Set<string>, after: Set<string>): string[] {
  return [...before, ...after].filter((rule) => before.has(rule) !== after.has(rule)).toSorted();
}

async function accessIn(sql: postgres.Sql): Promise<string[]> {
  const facts = (await actionsOn(sql).call("service_role", "operator_deployment_facts")) as { access: string[] };
  expect(facts).toMatchObject({
    database_settings: { fsync: "on", full_page_writes: "on", jit: expect.any(String), log_statement: "none" },
    ...{ photo: null, oldest_waiting_email: null, worker_ran_at: null, clock_jump: null },
  });
  return facts.access;
}
