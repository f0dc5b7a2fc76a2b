import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { CACHE_BYPASS_COOKIE, CACHE_BYPASS_SECONDS } from "~/data/cache-bypass-cookie";
import { call, fileGrievance, newAccount, owner, publish, sweep, useLimits } from "./test-database.ts";
import { uniqueName } from "../unique-name.ts";

const page = read("content/pages/privacy.md").replace(/\s+/g, " ");

/** Inserts a row of this age. Resolves to a query that finds it. */
type Insert = (hours: number) => Promise<() => PromiseLike<readonly unknown[]>>;

/** A promise of the page, and how old a row is when a sweep deletes it. */
const SWEPT: [says: string, days: number, insert: Insert][] = [
  [
    "7 days if it is never confirmed",
    7,
    async (hours) => {
      const id = randomUUID();
      await owner`
        insert into auth.users (id, email, created_at) values (${id}, ${`${id}@example.com`}, now() - ${hours}::int * interval '1 hour')`;
      return () => owner`select from auth.users where id = ${id}`;
    },
  ],
  [
    "90 days without use",
    90,
    async (hours) => {
      const { claims } = await newAccount("unused");
      await owner`update auth.sessions set created_at = now() - ${hours}::int * interval '1 hour' where id = ${claims.session_id}`;
      return () => owner`select from auth.sessions where id = ${claims.session_id}`;
    },
  ],
  [
    "180 days, or until the account is deleted",
    180,
    async (hours) => {
      const id = randomUUID();
      await owner`
        insert into auth.audit_log_entries (id, payload, created_at) values (${id}, '{}', now() - ${hours}::int * interval '1 hour')`;
      return () => owner`select from auth.audit_log_entries where id = ${id}`;
    },
  ],
  [
    "One review per person and home in 30 days, and no text twice | 30 days, even if the review or account is deleted",
    30,
    insertHash,
  ],
  ["Only the hashes named above stay for 30 days", 30, insertHash],
  [
    "180 days after the decision",
    180,
    async (hours) => {
      const { secret } = await fileGrievance();
      await owner`
        update private.grievances set
          acknowledged_at = now(), decided_at = now() - ${hours}::int * interval '1 hour', outcome = 'refused', sentence = 'A test.'
        where secret = ${secret}`;
      return () => owner`select from private.grievances where secret = ${secret}`;
    },
  ],
  ["Until 30 days after you withdraw it", 30, insertWithdrawn],
  ["After 30 days it is deleted with its photos", 30, insertWithdrawn],
  // 180 whole days: a record shows no time of day.
  ["keeps what it deletes sealed for 180 days", 181, insertSealed],
  ["Until that email or 180 days", 180, (hours) => insertAlert(true, hours)],
  ["2 days if you never confirm it", 2, (hours) => insertAlert(false, hours)],
  ["waits for a day at most", 1, (hours) => insertEmail("confirmation", hours)],
  ["any other for 30 days at most", 30, (hours) => insertEmail("follow-news", hours)],
];

async function insertHash(hours: number) {
  const hash = randomUUID();
  await owner`
    insert into private.recent_reviews (hash, reviewed_on)
    values (${hash}::text::bytea, ((now() - ${hours}::int * interval '1 hour') at time zone 'Asia/Kolkata')::date)`;
  return () => owner`select from private.recent_reviews where hash = ${hash}::text::bytea`;
}

async function insertWithdrawn(hours: number) {
  const author = await newAccount("withdrawing");
  const id = await publish(author, { property_name: uniqueName("Home") });
  await call(author, "withdraw_my_review", { review_id: id });
  await owner`
    update private.withdrawn_reviews set withdrawn_on = ((now() - ${hours}::int * interval '1 hour') at time zone 'Asia/Kolkata')::date
    where review_id = ${id}`;
  return () => owner`select from public.reviews where id = ${id}`;
}

async function insertSealed(hours: number) {
  const [row] = await owner<{ id: string }[]>`
    insert into private.sealed_records (sealed, sealed_on)
    values ('', ((now() - ${hours}::int * interval '1 hour') at time zone 'Asia/Kolkata')::date) returning id`;
  return () => owner`select from private.sealed_records where id = ${row?.id ?? ""}`;
}

async function insertAlert(isConfirmed: boolean, hours: number) {
  const email = `${randomUUID()}@example.com`;
  await owner`
    insert into private.place_alerts (email, city_slug, locality_slug, is_confirmed, created_on)
    values (${email}, 'bengaluru', 'whitefield', ${isConfirmed},
      ((now() - ${hours}::int * interval '1 hour') at time zone 'Asia/Kolkata')::date)`;
  return () => owner`select from private.place_alerts where email = ${email}`;
}

async function insertEmail(template: string, hours: number) {
  const id = randomUUID();
  await owner`
    insert into private.email_outbox (id, template, created_at) values (${id}, ${template}, now() - ${hours}::int * interval '1 hour')`;
  return () => owner`select from private.email_outbox where id = ${id}`;
}

/** Promises of the page, and the code with the same number. */
const PROMISES: Record<string, [says: string, code: string][]> = {
  "server/embedded/backend.ts": [
    ["is deleted after an hour, at most ten minutes late", 'name: "uploads",\n          everyMs: TEN_MINUTES_MS'],
  ],
  "server/embedded/limits.ts": [
    [
      "and by the email typed, for up to a day",
      'recoveries_per_recipient_day: { of: ["recovery-email"], per: "mailbox", most: 4, seconds: DAY }',
    ],
  ],
  "docs/operations.md": [
    ["We keep these lines for 30 days.", "Keep it 30 days."],
    ["until they are replaced, after 14 days", "-mtime +14 -delete"],
    ["We acknowledge within 24 hours and decide within 7 days.", "| 24 hours "],
  ],
  "supabase/schemas/09_emails_and_sweeps.sql": [
    ["Knowing where reviews are missing | 3 months", "::date - interval '2 months'"],
  ],
  "supabase/schemas/15_replies_and_transparency.sql": [["Everybody, from 20 in a place", "having sum(e.count) >= 20"]],
  "server/emails/delivery.ts": [["on its own machine for 7 days", "const WEEK_MS = 7 * 24 * 60 * 60 * 1000;"]],
  "app/data/cache-bypass-cookie.ts": [
    [
      `\`${CACHE_BYPASS_COOKIE}=1\` lets you see the change at once and is gone after ${CACHE_BYPASS_SECONDS} seconds`,
      "Max-Age=${CACHE_BYPASS_SECONDS}",
    ],
  ],
  "server/embedded/storage.ts": [
    ["for up to a year", '"Cache-Control": "public, max-age=31536000, s-maxage=30, immutable"'],
  ],
};
const ALL = Object.entries(PROMISES).flatMap(([file, promises]) => promises.map(([says, code]) => [says, file, code]));

const REMINDER = "Until the email is sent, after 60 days";

/** Numbers of the law have no code. */
const LAW = [
  "The Digital Personal Data Protection Act 2023",
  "notified on 13 November 2025",
  "from about May 2027",
  "a person below 18 is a child",
  "the IT Rules 2021, rule 3(1)",
];

beforeAll(useLimits);

test.each(SWEPT)("deletes by sweep as promised: %s (%i days)", async (says, days, insert) => {
  expect(page).toContain(says);
  const young = await insert(Math.max((days - 1) * 24, 23));
  const old = await insert(days * 24 + 1);
  await sweep();
  expect(await young()).toHaveLength(1);
  expect(await old()).toEqual([]);
});

test("sends the reminder of a deposit on the promised day", async () => {
  expect(page).toContain(REMINDER);
  const author = await newAccount("waiting");
  const id = await publish(author, { property_name: uniqueName("Home"), answers: { deposit_back: "waiting" } });
  await call(author, "remind_of_deposit", { review_id: id, is_wanted: true });
  const [row] = await owner`
    select due_on - (now() at time zone 'Asia/Kolkata')::date as days from private.deposit_reminders where review_id = ${id}`;
  expect(row).toEqual({ days: 60 });
});

test.each(ALL)("keeps the promise “%s” in %s", (says, file, code) => {
  expect(page).toContain(says);
  expect(read(file)).toContain(code);
});

test("tests every number on the page", () => {
  const left = [...ALL.map(([says = ""]) => says), ...SWEPT.map(([says]) => says), REMINDER, ...LAW].reduce(
    (text, said) => text.replaceAll(said, ""),
    page.slice(page.indexOf("## Kept in our database")),
  );
  expect(left.match(/.{0,40}\d.{0,40}/g)).toBeNull();
});

test("names every cookie and storage key on the page", () => {
  const auth = "gharsach-auth gharsach-email-link gharsach-return-to gharsach-follows";
  const drafts = "gharsach-drafts gharsach-complaint gharsach-answer gharsach-follow-up";
  const stored = "userReportFingerprintData rentalReviews";
  for (const name of [CACHE_BYPASS_COOKIE, auth, drafts, stored].flatMap((names) => names.split(" ")))
    expect(page).toContain(`\`${name}`);
});

function read(file: string): string {
  return readFileSync(file, "utf8");
}
