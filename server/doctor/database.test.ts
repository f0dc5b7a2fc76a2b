import { expect, test } from "vitest";
import {
  ACCESS_KINDS,
  accessLine,
  askDatabase,
  databaseSettingsLine,
  limitsLine,
  migrationsLine,
  outboxLine,
  workerLine,
} from "./database.ts";
import { accessOf, accessText, readExpected } from "./expected.ts";

test("migrations that are not applied fail, and so do those of another version", () => {
  const both = ["20261123060000", "20261123060100"];
  expect(migrationsLine(both, both, "embedded")).toMatchObject({ state: "ok" });
  expect(migrationsLine(both, both.slice(0, 1), "supabase")).toMatchObject({
    state: "fail",
    detail: "not applied: 20261123060100",
    remedy: "run supabase db push",
  });
  expect(migrationsLine(both, both.slice(1), "embedded").remedy).toMatch(/start the server/);
  expect(migrationsLine(both, [...both, "20270101000000"], "embedded")).toMatchObject({
    state: "fail",
    detail: "of another version: 20270101000000",
  });
});

const RULES = [
  "grant select (id) on public.reviews to site_reader",
  'policy "The site reads visible reviews" on public.reviews for select to site_reader using (hidden_at IS NULL)',
  "row security on public.reviews",
  "trigger file_review AFTER INSERT ON public.reviews",
  "function public.recent_reviews(integer) as site_reader",
  "role anon statement_timeout=3s",
  "bucket review-proofs public, at most 5242880 bytes, image/png",
];
const KIND_OF = ["grants", "policies", "policies", "triggers", "functions", "roles", "buckets"] as const;

test.each(RULES.map((rule, index) => [KIND_OF[index] ?? "grants", rule] as const))(
  "of the %s, one that is gone or too much is named: %s",
  (kind, rule) => {
    expect(accessLine(kind, RULES, RULES)).toMatchObject({ state: "ok" });
    const others = RULES.filter((each) => each !== rule);
    expect(accessLine(kind, RULES, others)).toMatchObject({ state: "fail", detail: `missing: ${rule}` });
    expect(accessLine(kind, others, RULES)).toMatchObject({ state: "fail", detail: `too much: ${rule}` });
    const elsewhere = kind === "grants" ? "roles" : "grants";
    expect(accessLine(elsewhere, RULES, others)).toMatchObject({ state: "ok" });
  },
);

test.each(["embedded", "supabase"] as const)("each rule of the committed list is of one kind (%s)", async (backend) => {
  const { access } = await readExpected(backend);
  for (const rule of access) {
    const kinds = ACCESS_KINDS.filter((kind) => accessLine(kind, [rule], []).state === "fail");
    expect(kinds, rule).toHaveLength(1);
  }
});

test("of many differences the first are named", () => {
  const many = ["a", "b", "c", "d", "e", "f", "g"].map((name) => `grant select on public.${name} to anon`);
  expect(accessLine("grants", [], many).detail).toMatch(/^too much: .+public\.e to anon; and 2 more$/);
});

test("the list of a hosted project is that of the embedded backend without its own lines", () => {
  const text = accessText(["grant a", "policy b"], ["grant a"]);
  expect(accessOf("embedded", text)).toEqual(["grant a", "policy b"]);
  expect(accessOf("supabase", text)).toEqual(["grant a"]);
  expect(() => accessText(["grant a"], ["grant a", "grant z"])).toThrow("Only a hosted project has: grant z");
});

test("a PostgreSQL that loses what it confirmed fails, and one that logs e-mails warns", () => {
  const safe = { fsync: "on", full_page_writes: "on", log_statement: "ddl" };
  expect(databaseSettingsLine(safe)).toMatchObject({ state: "ok" });
  expect(databaseSettingsLine({ ...safe, fsync: "off" })).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/^fsync off/),
  });
  expect(databaseSettingsLine({ ...safe, log_statement: "all" })).toMatchObject({ state: "warn" });
});

test("limits that are switched off or far too wide warn", () => {
  const limit = (value: number) => [{ name: "reviews_per_day", value, shipped: 3 }];
  expect(limitsLine([...limit(5), { name: "client_address_header", value: "x-real-ip" }])).toMatchObject({
    state: "ok",
    detail: "1 limits, none switched off",
  });
  expect(limitsLine(limit(0))).toMatchObject({ state: "warn", detail: "reviews_per_day is 0, comes as 3" });
  expect(limitsLine(limit(1000))).toMatchObject({ state: "warn" });
});

test("a letter that waits for long fails", () => {
  const now = Date.parse("2026-11-23T06:00:00Z");
  expect(outboxLine(null, now)).toMatchObject({ state: "ok" });
  expect(outboxLine("2026-11-23T05:59:00Z", now)).toMatchObject({ state: "ok" });
  expect(outboxLine("2026-11-23T05:20:00Z", now)).toMatchObject({
    state: "fail",
    detail: "one has been waiting for 40 minutes",
  });
});

test("without a secret key the database is unknown, and an unreachable one fails", async () => {
  expect(await askDatabase(null)).toMatchObject({
    line: { state: "unknown", remedy: expect.stringMatching(/SUPABASE_SECRET_KEY/) },
    findings: null,
  });
  const nowhere = { kind: "embedded", operator: "asha", dataDir: "/nowhere", databaseUrl: null } as const;
  expect(await askDatabase(nowhere)).toMatchObject({
    line: { state: "fail", remedy: expect.stringMatching(/no server is running on/) },
    findings: null,
  });
  const closed = { ...nowhere, databaseUrl: "postgres://postgres:pw@127.0.0.1:9/postgres" };
  const { line } = await askDatabase(closed);
  expect(line).toMatchObject({ state: "fail", detail: "the database could not be reached (ECONNREFUSED)" });
  const hosted = {
    kind: "hosted",
    operator: "asha",
    supabaseUrl: "http://127.0.0.1:9",
    secretKey: "sb_secret_x",
  } as const;
  expect((await askDatabase(hosted)).line).toMatchObject({
    state: "fail",
    remedy: expect.stringMatching(/does not answer/),
  });
});

test("no worker for an hour fails, and says what to start", () => {
  const now = Date.parse("2026-11-23T06:00:00Z");
  expect(workerLine("2026-11-23T05:10:00Z", now, "supabase")).toMatchObject({ state: "ok" });
  expect(workerLine("2026-11-23T04:59:00Z", now, "supabase")).toMatchObject({
    state: "fail",
    detail: "none has run for an hour: letters wait, and nothing is swept",
    remedy: expect.stringContaining("npm run worker"),
  });
  expect(workerLine(null, now, "embedded")).toMatchObject({ remedy: expect.stringContaining("restart") });
});
