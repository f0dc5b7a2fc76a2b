import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CACHE_BYPASS_COOKIE, CACHE_BYPASS_SECONDS } from "~/data/cache-bypass-cookie";

// The privacy page promises numbers. Each stands in the code, and here is where: a number that is changed in one place only, or that
// no code bears out, fails.

const page = read("content/pages/privacy.md").replace(/\s+/g, " ");

/** What the page says, and the place in the code that makes it so. */
const PROMISES: { says: string; file: string; code: string }[] = [
  {
    says: "7 days if it is never confirmed",
    file: "supabase/migrations/20261123061550_sweeping.sql",
    code: "greatest(created_at, confirmation_sent_at, recovery_sent_at) < now() - interval '7 days'",
  },
  {
    says: "90 days without use",
    file: "supabase/migrations/20261123061550_sweeping.sql",
    code: "coalesce(refreshed_at at time zone 'utc', created_at) < now() - interval '90 days'",
  },
  {
    says: "180 days, or until the account is deleted",
    file: "supabase/migrations/20261123060100_settings.sql",
    code: "('account_event_days', 180,",
  },
  {
    says: "One review per person and home in 30 days, and no text twice | 30 days, even if the review or account is deleted",
    file: "supabase/migrations/20261123060100_settings.sql",
    code: "('repeat_review_days', 30,",
  },
  {
    says: "is deleted a day later, within two hours where our own server keeps it",
    file: "server/embedded/backend.ts",
    code: "{ everyMs: HOUR_MS, run: () => sweepUploads(sql, folder) }",
  },
  {
    says: "and by the email typed, for up to a day",
    file: "server/embedded/limits.ts",
    code: 'mails_per_recipient_day: { of: ["mail"], per: "mailbox", most: 10, seconds: DAY }',
  },
  {
    says: "Only the hashes named above stay for 30 days",
    file: "supabase/migrations/20261123061550_sweeping.sql",
    code: "where reviewed_on <= (now() at time zone 'Asia/Kolkata')::date - (select private.setting('repeat_review_days'))",
  },
  {
    says: "Until 30 days after you withdraw it",
    file: "supabase/migrations/20261123061550_sweeping.sql",
    code: "withdrawn_on <= (now() at time zone 'Asia/Kolkata')::date - 30",
  },
  {
    says: "After 30 days it is deleted with its photos",
    file: "supabase/migrations/20261125060000_authors.sql",
    code: "'erased_on', w.withdrawn_on + 30",
  },
  { says: "We keep these lines for 30 days.", file: "docs/operations.md", code: "Keep it 30 days." },
  {
    says: "waits for a day at most",
    file: "supabase/migrations/20261123061550_sweeping.sql",
    code: "created_at < now() - interval '1 day' and template in ('confirmation', 'recovery', 'password-changed')",
  },
  {
    says: "any other for 30 days at most",
    file: "supabase/migrations/20261123061550_sweeping.sql",
    code: "delete from private.mail_outbox where created_at < now() - interval '30 days'",
  },
  {
    says: "180 days after the decision",
    file: "supabase/migrations/20261123060100_settings.sql",
    code: "('grievance_days', 180,",
  },
  {
    says: "on its own machine for 7 days",
    file: "server/embedded/forget-mails.ts",
    code: "const WEEK_MS = 7 * 24 * 60 * 60 * 1000;",
  },
  {
    says: `\`${CACHE_BYPASS_COOKIE}=1\` lets you see the change at once and is gone after ${CACHE_BYPASS_SECONDS} seconds`,
    file: "app/data/cache-bypass-cookie.ts",
    code: "Max-Age=${CACHE_BYPASS_SECONDS}",
  },
  {
    says: "within 24 hours nothing of what was erased is on its disk any more",
    file: "server/embedded/table-rewrites.ts",
    code: "r.at < now() - interval '22 hours'",
  },
  {
    says: "for up to a year",
    file: "server/embedded/storage.ts",
    code: '"Cache-Control": "public, max-age=31536000, s-maxage=30, immutable"',
  },
  { says: "until they are replaced, after 14 days", file: "docs/operations.md", code: "-mtime +14 -delete" },
  { says: "We acknowledge within 24 hours and decide within 7 days.", file: "docs/operations.md", code: "| 24 hours " },
];

/** Numbers of the law, which no code makes so. */
const LAW = [
  "The Digital Personal Data Protection Act 2023",
  "notified on 13 November 2025",
  "from about May 2027",
  "a person below 18 is a child",
];

test.each(PROMISES)("the page says “$says”, and $file makes it so", ({ says, file, code }) => {
  expect(page).toContain(says);
  expect(read(file)).toContain(code);
});

test("no number on the page lacks its place in the code", () => {
  const left = [...PROMISES.map(({ says }) => says), ...LAW].reduce(
    (text, said) => text.replaceAll(said, ""),
    page.slice(page.indexOf("## Kept in our database")),
  );
  expect(left.match(/.{0,40}\d.{0,40}/g)).toBeNull();
});

test("every cookie and key of the browser that the code knows is named", () => {
  for (const name of [
    CACHE_BYPASS_COOKIE,
    "gharsach-auth",
    "gharsach-email-link",
    "gharsach-review-draft",
    "gharsach-complaint",
    "gharsach-photo-drafts",
    "gharsach-answer",
    "gharsach-follow-up",
    "gharsach-return-to",
    "userReportFingerprintData",
    "rentalReviews",
  ])
    expect(page).toContain(`\`${name}`);
});

function read(file: string): string {
  return readFileSync(file, "utf8");
}
