import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CACHE_BYPASS_COOKIE, CACHE_BYPASS_SECONDS } from "~/data/cache-bypass-cookie";

// The privacy page promises numbers. Each stands in the code, and here is where: a number that is changed in one place only, or that
// no code bears out, fails.

const page = read("content/pages/privacy.md").replace(/\s+/g, " ");

/** Where in the code what the page says is made so. */
const PROMISES: Record<string, [says: string, code: string][]> = {
  "supabase/schemas/09_emails_and_sweeps.sql": [
    ["7 days if it is never confirmed", "confirmation_sent_at, recovery_sent_at) < now() - interval '7 days'"],
    ["90 days without use", "coalesce(refreshed_at at time zone 'utc', created_at) < now() - interval '90 days'"],
    ["Only the hashes named above stay for 30 days", "::date - (select private.setting('repeat_review_days'))"],
    ["Until 30 days after you withdraw it", "withdrawn_on <= (now() at time zone 'Asia/Kolkata')::date - 30"],
    ["waits for a day at most", "interval '1 day' and template in ('confirmation', 'recovery', 'password-changed')"],
    ["any other for 30 days at most", "delete from private.email_outbox where created_at < now() - interval '30 days'"],
  ],
  "supabase/schemas/01_basics.sql": [
    ["180 days, or until the account is deleted", "('account_event_days', 180,"],
    [
      "One review per person and home in 30 days, and no text twice | 30 days, even if the review or account is deleted",
      "('repeat_review_days', 30,",
    ],
    ["180 days after the decision", "('grievance_days', 180,"],
  ],
  "server/embedded/backend.ts": [
    [
      "is deleted after an hour, at most ten minutes late",
      '{ name: "uploads", everyMs: TEN_MINUTES_MS, run: () => sweepUploads(sql, folder) }',
    ],
  ],
  "server/embedded/limits.ts": [
    [
      "and by the email typed, for up to a day",
      'recoveries_per_recipient_day: { of: ["recovery-email"], per: "mailbox", most: 4, seconds: DAY }',
    ],
  ],
  "supabase/schemas/13_authors.sql": [
    ["After 30 days it is deleted with its photos", "'erasedOn', w.withdrawn_on + 30"],
    ["Until the email is sent, after 60 days", "(now() at time zone 'Asia/Kolkata')::date + 60"],
  ],
  "docs/operations.md": [
    ["We keep these lines for 30 days.", "Keep it 30 days."],
    ["until they are replaced, after 14 days", "-mtime +14 -delete"],
    ["We acknowledge within 24 hours and decide within 7 days.", "| 24 hours "],
  ],
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

/** Numbers of the law, which no code makes so. */
const LAW = [
  "The Digital Personal Data Protection Act 2023",
  "notified on 13 November 2025",
  "from about May 2027",
  "a person below 18 is a child",
];

test.each(ALL)("the page says “%s”, and %s makes it so", (says, file, code) => {
  expect(page).toContain(says);
  expect(read(file)).toContain(code);
});

test("no number on the page lacks its place in the code", () => {
  const left = [...ALL.map(([says = ""]) => says), ...LAW].reduce(
    (text, said) => text.replaceAll(said, ""),
    page.slice(page.indexOf("## Kept in our database")),
  );
  expect(left.match(/.{0,40}\d.{0,40}/g)).toBeNull();
});

test("every cookie and key of the browser that the code knows is named", () => {
  const auth = "gharsach-auth gharsach-email-link gharsach-return-to gharsach-follows";
  const drafts = "gharsach-review-draft gharsach-photo-drafts gharsach-complaint gharsach-answer gharsach-follow-up";
  const stored = "userReportFingerprintData rentalReviews";
  for (const name of [CACHE_BYPASS_COOKIE, auth, drafts, stored].flatMap((names) => names.split(" ")))
    expect(page).toContain(`\`${name}`);
});

function read(file: string): string {
  return readFileSync(file, "utf8");
}
