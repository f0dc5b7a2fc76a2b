import fs from "node:fs/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  call,
  type FreshDatabase,
  insert,
  MIGRATIONS,
  newAccount,
  publish,
  refusal,
  startFreshDatabase,
  upload,
} from "./fresh-database.ts";
import { DIFFERENCES } from "./hosted/differences.ts";
import { type Platform, type Project, type ProjectKind, startPlatform } from "./hosted/platform.ts";
import { type Push, push } from "./hosted/push.ts";

// What is pushed onto a hosted project must come out as on the embedded server, where a superuser owns everything.

const KINDS = ["exposed", "closed"] as const satisfies ProjectKind[];
let platform: Platform;
let embedded: FreshDatabase;
const projects = {} as Record<ProjectKind, Project & { pushed: Push }>;
beforeAll(async () => {
  [platform, embedded] = await Promise.all([startPlatform(), startFreshDatabase()]);
  for (const kind of KINDS) {
    const project = await platform.create(kind);
    projects[kind] = { ...project, pushed: await push(project.url, MIGRATIONS) };
  }
});
afterAll(() => Promise.all([platform?.stop(), embedded?.stop()]));

test.each(KINDS)("every migration is pushed once, and none falls back to less than it wants (%s)", async (kind) => {
  const { url, pushed } = projects[kind];
  expect(pushed.ran).toEqual((await fs.readdir(MIGRATIONS)).toSorted());
  expect(pushed.notices).toEqual([]);
  expect((await push(url, MIGRATIONS)).ran).toEqual([]);
});

test.each(KINDS)("on a project it is the same, but for known differences (%s)", async (kind) => {
  const there = await factsOf(projects[kind].admin);
  const here = await factsOf(embedded.owner);
  const differences = [
    ...here.filter((fact) => !there.includes(fact)).map((fact) => `only embedded: ${fact}`),
    ...there.filter((fact) => !here.includes(fact)).map((fact) => `only hosted: ${fact}`),
  ];
  const isKnown = (difference: string) => DIFFERENCES.some(({ facts }) => facts.test(difference));
  expect(differences.filter((difference) => !isKnown(difference))).toEqual([]);
  expect(DIFFERENCES.filter(({ facts }) => !differences.some((difference) => facts.test(difference)))).toEqual([]);
});

test.each([
  "create table auth.mine (id integer)",
  "create function storage.mine() returns integer language sql as 'select 1'",
  "alter table storage.objects add column mine text",
  "alter table auth.users disable row level security",
  "create index on storage.objects (created_at)",
  "create policy mine on storage.objects using (true)",
  "comment on table storage.objects is 'mine'",
  "delete from storage.objects",
  "set role supabase_storage_admin",
  "grant supabase_auth_admin to postgres",
  "create role mine superuser",
  "alter role supabase_auth_admin set search_path = ''",
  "alter role authenticator set session_preload_libraries = ''",
  "alter system set statement_timeout = 0",
])("the rehearsed platform refuses postgres as the real one does: %s", async (statement) => {
  const sql = postgres(projects.exposed.url, { max: 1, onnotice: () => {} });
  expect(await refusal(sql.unsafe(statement)).finally(() => sql.end())).toMatchObject({ code: "42501" });
});

test.each(KINDS)("visitors and operators find everything working (%s)", async (kind) => {
  const { admin } = projects[kind];
  const database = { owner: admin, stop: async () => {} };
  const author = await newAccount(database, "author");
  const photo = await upload(database, author);
  const id = await publish(database, author, { proof_urls: [photo] });
  await insert(database, "anon", "public.review_reports", {
    review_id: id,
    reason: "spam",
    reporter_fingerprint: "a".repeat(32),
  });
  expect(await call(database, "anon", "recent_reviews", { at_most: 10 })).toMatchObject([
    { id, verified: true, reported: true },
  ]);

  const by = { operator: "asha", reason: "A test." };
  const moves = [{ from: { bucket: "review-proofs" }, to: { bucket: "withheld-proofs" } }];
  expect(
    await call(database, "service_role", "operator_hide_review", { review_id: id, clause: "2.2", ...by }),
  ).toMatchObject({ moves });
  expect(await call(database, "service_role", "operator_erase", { who: author.email, ...by })).toMatchObject({
    ...{ accounts: 1, reviews: 1, photos: [{ bucket: "review-proofs" }] },
  });
  expect([...(await admin`select from auth.users`)]).toEqual([]);
});

// The platform loads safeupdate into the sessions of the API; PostgreSQL by itself would run such a statement.
test("no function updates or deletes rows without saying which", async () => {
  const functions = await embedded.owner<{ name: string; source: string }[]>`
    select oid::regprocedure::text as name, prosrc as source from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'gate'::regnamespace)`;
  const changes = functions.flatMap(({ name, source }) =>
    [...source.matchAll(/(?<!\bdo )\b(?:update\s+[\w.]+(?:\s+as\s+\w+)?\s+set|delete\s+from)\b[^;]*/gi)].map(
      ([change]) => ({
        name,
        change,
      }),
    ),
  );
  expect(changes.length).toBeGreaterThan(10);
  expect(changes.filter(({ change }) => !/\bwhere\b/i.test(change))).toEqual([]);
});

async function factsOf(sql: postgres.Sql): Promise<string[]> {
  const query = await fs.readFile(new URL("hosted/facts.sql", import.meta.url), "utf8");
  return (await sql.unsafe<{ fact: string }[]>(query)).map(({ fact }) => fact);
}
