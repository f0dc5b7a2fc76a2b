import fs from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessOf, accessText } from "../../../server/doctor/expected.ts";
import { as, call, type FreshDatabase, refusal, startFreshDatabase } from "./fresh-database.ts";

const HOUSEKEEPING = fileURLToPath(new URL("../../../server/embedded/schema/housekeeping.sql", import.meta.url));
const FILE = fileURLToPath(new URL("../../expected-access.txt", import.meta.url));

const databases = {} as Record<"embedded" | "hosted", FreshDatabase>;
beforeAll(async () => {
  databases.hosted = await startFreshDatabase("hosted");
  databases.embedded = await startFreshDatabase();
  // As the embedded server does at each start.
  await databases.embedded.owner.unsafe(await fs.readFile(HOUSEKEEPING, "utf8"));
});
afterAll(() => Promise.all(Object.values(databases).map((database) => database.stop())));

test("the committed list of who may do what is that of freshly migrated databases", async () => {
  const text = accessText(await accessIn("embedded"), await accessIn("hosted"));
  await expect(text).toMatchFileSnapshot(FILE);
  expect(accessOf("embedded", text)).toEqual(await accessIn("embedded"));
  expect(accessOf("supabase", text)).toEqual(await accessIn("hosted"));
});

// Each statement opens, closes or loses one thing, and names what the list then lacks or has besides.
const changes: [statement: string, gone: RegExp | null, come: RegExp | null][] = [
  ["grant select on public.reviews to anon", null, /^grant select on public\.reviews to anon$/],
  ["grant select (email) on public.reviews to public", null, /^grant select \(email\) on public\.reviews to public$/],
  [
    "revoke insert (rating) on public.reviews from authenticated",
    /^grant insert \(rating\) on public\.reviews to authenticated$/,
    null,
  ],
  [
    "grant execute on function public.operator_settings() to anon",
    null,
    /^grant execute on function public\.operator_settings\(\) to anon$/,
  ],
  [
    "revoke execute on function public.operator_settings() from service_role",
    /^grant execute on function public\.operator_settings\(\) to service_role$/,
    null,
  ],
  [
    "grant execute on function private.setting_numbers() to public",
    null,
    /^grant execute on function private\.setting_numbers\(\) to public$/,
  ],
  ["grant usage on schema private to anon", null, /^grant usage on schema private to anon$/],
  ["grant usage on sequence public.reviews_insert_order_seq to anon", null, /reviews_insert_order_seq to anon$/],
  ['drop policy "The site reads visible reviews" on public.reviews', /^policy "The site reads visible reviews"/, null],
  [
    'alter policy "The site reads visible reviews" on public.reviews using (true)',
    /^policy "The site reads visible reviews".+hidden_at/,
    /^policy "The site reads visible reviews" on public\.reviews for select to site_reader using true$/,
  ],
  [
    "create policy open on storage.objects for select to anon using (true)",
    null,
    /^policy open on storage\.objects for select to anon using true$/,
  ],
  ["alter table public.reviews disable row level security", /^row security on public\.reviews$/, null],
  ["alter table storage.objects disable row level security", /^row security on storage\.objects$/, null],
  ["drop trigger file_review on public.reviews", /^trigger file_review /, null],
  [
    "alter table public.reviews disable trigger check_submitted_review",
    /^trigger check_submitted_review /,
    /^trigger check_submitted_review .+ disabled$/,
  ],
  [
    "alter table private.audit_log enable trigger keep_audit_log",
    /^trigger keep_audit_log .+ always$/,
    /^trigger keep_audit_log .+keep_audit_log\(\)$/,
  ],
  ["drop trigger keep_proof_quota on storage.objects", /^trigger keep_proof_quota /, null],
  [
    "alter function public.recent_reviews(integer) owner to current_user",
    /^function public\.recent_reviews\(integer\) as site_reader/,
    /^function public\.recent_reviews\(integer\) as the owner/,
  ],
  [
    "alter function private.has_live_session() reset search_path",
    /^function private\.has_live_session\(\).+search_path/,
    /^function private\.has_live_session\(\) as the owner, body \w{8}$/,
  ],
  [
    "create or replace function private.is_my_review(review_id uuid) returns boolean language sql stable security definer set search_path = '' as 'select true'",
    /^function private\.is_my_review\(uuid\) as the owner, search_path="", body \w{8}$/,
    /^function private\.is_my_review\(uuid\) as the owner, search_path="", body \w{8}$/,
  ],
  ["alter role anon reset statement_timeout", /^role anon statement_timeout=3s$/, null],
  ["alter role authenticator reset pgrst.db_pre_request", /^role authenticator pgrst\.db_pre_request/, null],
  [
    "alter role authenticator set pgrst.db_schemas = 'public, private'",
    null,
    /^role authenticator pgrst\.db_schemas=public, private$/,
  ],
  ["alter role anon bypassrls", null, /^role anon bypassrls$/],
  ["grant site_reader to anon", null, /^role anon in site_reader$/],
  ["create publication realtime for table public.reviews", null, /^publication realtime of public\.reviews$/],
  [
    "update storage.buckets set public = true where id = 'withheld-proofs'",
    /^bucket withheld-proofs private/,
    /^bucket withheld-proofs public/,
  ],
];

test.each(changes)("the list shows %s", async (statement, gone, come) => {
  const { owner } = databases.embedded;
  const before = await accessIn("embedded");
  const undo = new Error("undo");
  const after: string[] = [];
  const attempt = owner.begin(async (sql) => {
    await sql.unsafe(statement);
    const rows = await sql<{ rule: string }[]>`select rule from private.access_rules() as rule`;
    after.push(...rows.map(({ rule }) => rule));
    throw undo;
  });
  await expect(attempt).rejects.toBe(undo);
  const missing = before.filter((rule) => !after.includes(rule));
  const extra = after.filter((rule) => !before.includes(rule));
  expect([missing.length, extra.length]).toEqual([gone ? 1 : 0, come ? 1 : 0]);
  expect(missing.join()).toMatch(gone ?? /^$/);
  expect(extra.join()).toMatch(come ?? /^$/);
});

test("only operators call deployment_facts", async () => {
  const facts = await call(databases.hosted, "service_role", "operator_deployment_facts");
  expect(facts).toMatchObject({
    database_settings: { fsync: "on", full_page_writes: "on", log_statement: "none" },
    photo: null,
    oldest_waiting_mail: null,
    worker_ran_at: null,
  });
  for (const role of ["anon", "authenticated"] as const) {
    const asked = as(databases.hosted, role, (sql) => sql`select public.operator_deployment_facts()`);
    expect(await refusal(asked)).toMatchObject({ code: "42501" });
  }
});

async function accessIn(kind: keyof typeof databases): Promise<string[]> {
  const facts = await call(databases[kind], "service_role", "operator_deployment_facts");
  return (facts as { access: string[] }).access;
}
