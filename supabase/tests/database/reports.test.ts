import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_REPORTER_EMAIL_LENGTH } from "~/domain/report";
import { REPORT_REASONS } from "~/domain/report-reasons";
import { type Account, as, hide, newAccount, owner, refusal, type Role, useLimits } from "./test-database.ts";

let ids: string[];
let account: Account;
beforeAll(async () => {
  account = await newAccount("reporting");
});

beforeEach(async () => {
  await useLimits();
  await owner`delete from private.recent_uses`;
  await addReviews(12);
});

test.for([
  ["this device", () => ({ address: nextAddress(), device: "one-device-of-a-visitor" })],
  ["your account", () => ({ address: nextAddress(), who: account })],
] as const)("flags the reviews of five reports a day from %s", { tags: ["11.240"] }, async ([name, reporterOf]) => {
  for (const id of ids.slice(0, 5)) await report(id, reporterOf());
  const sentence = `Too many reports came from ${name}. You can report again in `;
  expect(await refused(report(ids[5] ?? "", reporterOf()))).toMatch(sentence);
  expect(await flagged()).toEqual(ids.slice(0, 5));
});

test.for([
  ["/24 of IPv4", (nth: number) => `203.0.113.${nth}`],
  ["/48 of IPv6", (nth: number) => `2001:db8:1:${nth.toString(16)}::1`],
] as const)("accepts ten reports a day from one %s", { tags: ["11.240"] }, async ([, addressOf]) => {
  for (const [nth, id] of ids.slice(0, 10).entries()) await report(id, { address: addressOf(nth) });
  expect(await refused(report(ids[10] ?? "", { address: addressOf(77) }))).toMatch(
    "Too many reports came from your network.",
  );
  await report(ids[11] ?? "", { address: "198.51.100.1" });
  expect(await flagged()).toEqual([...ids.slice(0, 10), ids[11]]);
});

test("writes no counts into the WAL and no address into any table", async () => {
  const unlogged = await owner<{ name: string }[]>`
    select relname as name from pg_class where relpersistence = 'u' and relkind = 'r' order by 1`;
  expect(unlogged.map(({ name }) => name)).toEqual(["address_keys", "recent_uses"]);
  await report(ids[0] ?? "", { address: "203.0.113.77" });
  const tables = await owner<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage')`;
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const found = await owner.unsafe(`select from ${name} as t where t::text like '%203.0.113.%'`);
    expect(found.length, name).toBe(0);
  }
});

test("stores a report with a hash of its device", { tags: ["1.7", "3.24", "3.29", "4.2", "6.1"] }, async () => {
  const device = "3f9a1c0e5b7d42689f00c1d2e3a4b5c6";
  const [one = "", two = ""] = ids;
  const reporter = { address: nextAddress(), device };
  await report(one, reporter, { reporter_email: "  reporter@mail.example ", reason: "offensive" });
  await report(two, { ...reporter, who: account });
  const stored = await owner`
    select review_id, reason, reporter_email, email, reporter_fingerprint as device, created_at > now() - interval '1 minute' as is_new
    from public.review_reports as r left join private.reporter_emails as e on e.report_id = r.id
    where review_id = any (${ids}) order by r.id`;
  const same = { reporter_email: null, device: expect.stringMatching(/^[0-9a-f]{64}$/), is_new: true };
  expect([...stored]).toEqual([
    { ...same, review_id: one, reason: "offensive", email: "reporter@mail.example" },
    { ...same, review_id: two, reason: "spam", email: null },
  ]);
  expect(new Set(stored.map((row) => row.device as string)).size, "differs from review to review").toBe(2);
  expect(JSON.stringify(stored)).not.toContain(device);
  expect(await flagged()).toEqual([one, two]);
});

test("accepts one of a device's concurrent reports of a review", { tags: ["3.24"] }, async () => {
  const device = randomUUID();
  const attempt = (changes = {}) => report(ids[0] ?? "", { address: nextAddress(), device }, changes);
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => attempt()));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await refusal(attempt({ reason: "fake" }))).toMatchObject({ code: "23505" });
  await report(ids[0] ?? "", { address: nextAddress() });
});

test("accepts every reason of the report dialog, with the longest email", { tags: ["3.18"] }, async () => {
  const reporter_email = `${"r".repeat(MAX_REPORTER_EMAIL_LENGTH - "@b.example".length)}@b.example`;
  for (const [nth, reason] of Object.keys(REPORT_REASONS).entries()) {
    const attempt = (email: string) =>
      report(ids[nth] ?? "", { address: nextAddress() }, { reason, reporter_email: email });
    expect(await refusal(attempt(`r${reporter_email}`))).toMatchObject({ code: "PT400" });
    await attempt(reporter_email);
  }
  expect(await refusal(owner`update public.review_reports set reason = 'none'`)).toMatchObject({ code: "23514" });
});

const REASONS = "Choose one of the listed reasons.";
const FINGERPRINT = "Send a device fingerprint of 16 to 128 characters.";
const UNKNOWN = "This review does not exist or is no longer shown.";
const REFUSED: [string, Record<string, string | null>, string][] = [
  ["no review", { review_id: null }, UNKNOWN],
  ["an unknown review", { review_id: randomUUID() }, UNKNOWN],
  ["an unknown reason", { reason: "boring" }, REASONS],
  ["no reason", { reason: null }, REASONS],
  ["no fingerprint", { reporter_fingerprint: null }, FINGERPRINT],
  ["a fingerprint of 15 characters", { reporter_fingerprint: "x".repeat(15) }, FINGERPRINT],
  ["a fingerprint of 129 characters", { reporter_fingerprint: "x".repeat(129) }, FINGERPRINT],
  ["an email that is none", { reporter_email: "me" }, "Enter a valid email address, or leave the email empty."],
];

test.for(REFUSED)("refuses a report with %s and flags nothing", { tags: ["4.3"] }, async ([, change, message]) => {
  expect((await refusal(report(ids[0] ?? "", { address: nextAddress() }, change))).message).toBe(message);
  expect(await flagged()).toEqual([]);
});

test("answers a report of a hidden review as if it did not exist", async () => {
  await hide(ids[0] ?? "");
  expect((await refusal(report(ids[0] ?? "", { address: nextAddress() }))).message).toBe(UNKNOWN);
});

interface Reporter {
  address: string;
  device?: string;
  who?: Role | Account;
}

async function report(
  review_id: string,
  { address, device = randomUUID(), who = "anon" }: Reporter,
  changes: Record<string, string | null> = {},
): Promise<void> {
  const row = { review_id, reason: "spam", reporter_fingerprint: device, ...changes };
  await as(who, async (sql) => {
    await sql`select set_config('request.headers', ${JSON.stringify({ "x-forwarded-for": address })}, true)`;
    await sql`insert into public.review_reports ${sql(row)}`;
  });
}

async function refused(reporting: Promise<void>): Promise<string> {
  const { code, message } = await refusal(reporting);
  expect(code).toBe("PGRST");
  return (JSON.parse(message) as { message: string }).message;
}

let addresses = 0;

function nextAddress(): string {
  addresses += 1;
  return `198.51.${addresses}.7`;
}

async function addReviews(count: number): Promise<void> {
  await owner`
    insert into public.reviews (property_name, locality, city, rating, review_text)
    select 'House ' || nth, 'Quiet Lane', 'Mysuru', 4, 'Number ' || nth from generate_series(1, ${count}::int) as nth`;
  const rows = await owner<{ id: string }[]>`
    select id from public.reviews order by insert_order offset (select count(*) - ${count} from public.reviews)`;
  ids = rows.map(({ id }) => id);
}

async function flagged(): Promise<string[]> {
  const rows = await owner<{ id: string }[]>`
    select id from public.reviews where reported and id = any (${ids}) order by insert_order`;
  return rows.map(({ id }) => id);
}
