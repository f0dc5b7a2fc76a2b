import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  GRIEVANCE_GROUNDS,
  GRIEVANCE_OUTCOMES,
  GRIEVANCE_WRITERS,
  MAX_GRIEVANCE_EMAIL_LENGTH,
  MAX_GRIEVANCE_LENGTH,
  MAX_PAGE_LENGTH,
} from "~/domain/grievance";
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from "~/domain/photo";
import { REPORT_REASONS } from "~/domain/report-reasons";
import { CLOCKS } from "~/features/grievance/grievance-wording";
import { isQueuedEmail } from "../../../server/emails/emails.ts";
import { owner } from "./test-database.ts";

test.each([
  ["public.review_reports", "reason", Object.keys(REPORT_REASONS)],
  ["private.reply_reports", "reason", Object.keys(REPORT_REASONS)],
  ["private.grievances", "writer", Object.keys(GRIEVANCE_WRITERS)],
  ["private.grievances", "ground", Object.keys(GRIEVANCE_GROUNDS)],
  ["private.grievances", "outcome", Object.keys(GRIEVANCE_OUTCOMES)],
])("accepts in %s.%s what the forms offer, and nothing else", async (table, column, keys) => {
  const definition = await checkOf(table, column);
  expect([...definition.matchAll(/'([a-z-]+)'::text/g)].map(([, key]) => key)).toEqual(keys);
});

test.each([
  ["private.grievances", "page", MAX_PAGE_LENGTH],
  ["private.grievances", "words", MAX_GRIEVANCE_LENGTH],
  ["private.grievance_emails", "email", MAX_GRIEVANCE_EMAIL_LENGTH],
])("accepts in %s.%s as many characters as the form: %i", async (table, column, length) => {
  expect(await checkOf(table, column)).toContain(`char_length(${column}) <= ${length})`);
});

test("has the words of searches that the browser mode has", { tags: ["10.431"] }, async () => {
  const [tables] = await owner`
    select
      (select json_object_agg(phrase, btrim(meaning || ' ' || value) order by meaning, value, phrase) from private.search_words) as words,
      (select json_object_agg(topic, array_to_string(words, '|') order by topic) from private.topics) as topics`;
  const copy = `${JSON.stringify(tables, null, 2)}\n`;
  await expect(copy).toMatchFileSnapshot("../../../app/domain/search-words.json");
});

test("limits the buckets as the form does", { tags: ["5.13"] }, async () => {
  const buckets = await owner`select file_size_limit::integer, allowed_mime_types from storage.buckets`;
  const bucket = { file_size_limit: MAX_PHOTO_BYTES, allowed_mime_types: [...PHOTO_TYPES] };
  expect([...buckets]).toEqual([bucket, bucket]);
});

test("has a template for every email that the database queues", { tags: ["11.43"] }, async () => {
  const functions = await owner<{ source: string }[]>`
    select prosrc as source from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  const queueing = /(?:queue_email|write_to_grievance_writer|write_to_officer|write_to_photo_author)\('([a-z-]+)'/g;
  const queued = functions.flatMap(({ source }) => [...source.matchAll(queueing)].map(([, name = ""]) => name));
  expect(queued.length).toBeGreaterThan(4);
  expect(queued.filter((name) => !isQueuedEmail(name))).toEqual([]);
});

test("promises the deadlines that the database ships with", { tags: ["10.603", "11.40"] }, async () => {
  const clocks = CLOCKS.join(" ");
  expect(clocks).toContain(`within ${await shipped("grievance_acknowledge_hours")} hours`);
  expect(clocks).toContain(`within ${(await shipped("grievance_decide_hours")) / 24} days`);
  const hours = new Set<number>();
  for (const ground of ["private_data", "threat", "impersonation"])
    hours.add(await shipped(`grievance_decide_hours_${ground}`));
  expect(clocks).toContain(`private data, threats or impersonation: within ${[...hours].join()} hours`);
  expect(clocks).toContain(`the government: within ${await shipped("grievance_decide_hours_order")} hours`);
  expect(clocks).toContain(`morphed images: within ${await shipped("grievance_decide_hours_nudity")} hours`);
  const policy = read("content/pages/review-policy.md").replaceAll(/ +/g, " ");
  expect(policy).toContain(
    `| Complaint about private data, threats or impersonation | Within 24 hours | Within ${[...hours].join()} hours |`,
  );
  expect(policy).toContain("| Complaint about nudity, or sexual or morphed images | Within 2 hours | Within 2 hours |");
});

test("promises the decision times that the database ships with", async () => {
  const policy = read("content/pages/review-policy.md");
  expect(await shipped("reply_decision_hours")).toBe(48);
  expect(policy).toMatch(/\| Reply of an owner or manager .*\| Within 48 hours, as a rule/);
  expect(read("app/features/replies/my-reply.tsx").match(/usually within two days/g)).toHaveLength(2);
  expect(await shipped("report_decision_hours")).toBe(7 * 24);
  expect(policy).toMatch(/\| Report with the button .*\| Within 7 days, as a rule/);
  expect(read("app/features/reviews/report-dialog.tsx")).toContain("a report within 7 days");
});

test("states the shipped limits on reviews in clause 1.4 and in the form", { tags: ["11.243"] }, async () => {
  const limits = ["reviews_per_minute", "reviews_per_day", "repeat_review_days", "home_reviews_per_network_day"];
  expect(await Promise.all(limits.map(shipped))).toEqual([1, 3, 30, 3]);
  for (const file of ["content/pages/review-policy.md", "app/features/submit-review/info-cards.tsx"])
    expect(read(file)).toMatch(
      /one review a minute(,| and) three a day,( and)? one of each (property|home) in 30 days.*one network (can publish )?three /i,
    );
  const photos = read("app/features/submit-review/photo-fields.tsx").replace(/\s+/g, " ");
  expect(photos).toContain("photos of 5 MB each, at least {MIN_PHOTO_SIDE} by {MIN_PHOTO_SIDE}");
});

/** Resolves to the check constraints of a column. */
async function checkOf(table: string, column: string): Promise<string> {
  const [row] = await owner<{ definition: string }[]>`
    select string_agg(pg_get_constraintdef(c.oid), ' ') as definition
    from pg_constraint as c join pg_attribute as a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and c.conrelid = ${table}::regclass and a.attname = ${column}`;
  return row?.definition ?? "";
}

async function shipped(key: string): Promise<number> {
  const [row] = await owner<{ shipped: number }[]>`select shipped from private.settings where key = ${key}`;
  return Number(row?.shipped);
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}
