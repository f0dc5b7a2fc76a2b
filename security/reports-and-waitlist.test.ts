import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { call, emailOf, newVisitor, owner, readReview } from "../supabase/tests/visitors.ts";
import { type Fixtures, attack, databaseDigest, fixtures } from "./fixtures.ts";

const REFUSED_REPORTS: [string, (fixtures: Fixtures) => object][] = [
  ["for an unknown reason", ({ named }) => ({ ...report(named), reason: "I am the landlord" })],
  ["of a review that does not exist", () => report(randomUUID())],
  ["of a hidden review", ({ hidden }) => report(hidden)],
  ["of an id that is no UUID", () => report("1")],
  ["of all reviews", () => ({ ...report(""), review_id: null })],
  ["with a malformed e-mail", ({ named }) => ({ ...report(named), reporter_email: "<script>" })],
  ["with a long e-mail", ({ named }) => ({ ...report(named), reporter_email: `${"a".repeat(9000)}@b.example` })],
  ["with a date of its own", ({ named }) => ({ ...report(named), created_at: "2001-01-01" })],
  ["with an id of its own", ({ named }) => ({ ...report(named), id: 1 })],
  ["of a device that reported before", ({ named }) => ({ ...report(named), reporter_fingerprint: "d".repeat(32) })],
];

test.for(REFUSED_REPORTS)("a report %s is refused and flags nothing", async ([, bodyOf]) => {
  const body = bodyOf(await fixtures());
  const before = await databaseDigest();
  const answer = await attack(newVisitor(), "POST", "/rest/v1/review_reports", { body });
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.body?.message, answer.text).toMatch(/^\S.*\S$/);
  expect(await databaseDigest()).toBe(before);
});

test("the answer to a report is empty, and its e-mail is stored out of reach", async () => {
  const { anonymous } = await fixtures();
  const body = { ...report(anonymous), reporter_email: "reporter@mail.example" };
  const answer = await attack(newVisitor(), "POST", "/rest/v1/review_reports", { body });
  expect([answer.status, answer.text]).toEqual([201, ""]);
  const [row] = await owner`
    select r.reporter_email as open, e.email as private, r.created_at > now() - interval '1 hour' as is_recent
    from public.review_reports r join private.reporter_emails e on e.report_id = r.id where r.review_id = ${anonymous}`;
  expect(row).toEqual({ open: null, private: "reporter@mail.example", is_recent: true });
});

test("twenty reports of one device at the same moment are one", async () => {
  const { named } = await fixtures();
  const visitor = newVisitor();
  const body = report(named);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => attack(visitor, "POST", "/rest/v1/review_reports", { body })),
  );
  expect(answers.filter(({ status }) => status === 201).length).toBe(1);
});

test("reports neither hide a review nor change its text or its place", async () => {
  const { named } = await fixtures();
  const before = await readReview(named);
  for (let device = 0; device < 3; device += 1)
    await attack(newVisitor(), "POST", "/rest/v1/review_reports", { body: report(named) });
  expect(await readReview(named)).toEqual({ ...before, reported: true });
});

const REFUSED_ENTRIES: [string, object][] = [
  ["without a name", { name: " ", email: "x.of.the.attacker@mail.example" }],
  ["without an e-mail", { name: "A", email: "" }],
  ["with a malformed e-mail", { name: "A", email: "@" }],
  ["with two e-mails", { name: "A", email: "a@b.example,c@d.example" }],
  ["with a long name", { name: "x".repeat(121), email: "long.of.the.attacker@mail.example" }],
  ["with a long e-mail", { name: "A", email: `${"x".repeat(320)}@b.example` }],
  ["with an id", { id: 1, name: "A", email: "id.of.the.attacker@mail.example" }],
  ["with a date", { name: "A", email: "date.of.the.attacker@mail.example", created_at: "2001-01-01" }],
];

test.for(REFUSED_ENTRIES)("an entry of the waitlist %s is refused", async ([, body]) => {
  const before = await databaseDigest();
  const answer = await attack(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body });
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.body?.message, answer.text).toMatch(/^\S.*\S$/);
  expect(await databaseDigest()).toBe(before);
});

test("an e-mail joins once, in any letters and spaces, and no answer repeats it", async () => {
  const { waitingEmail } = await fixtures();
  const before = await databaseDigest();
  for (const email of [waitingEmail, waitingEmail.toUpperCase(), ` ${waitingEmail} `, `${waitingEmail}\u200b`]) {
    const answer = await call(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body: { name: "A", email } });
    expect(answer.status, JSON.stringify(email)).toBe(409);
    expect(answer.text.toLowerCase()).not.toContain(waitingEmail);
  }
  expect(await databaseDigest()).toBe(before);
  const entry = { name: "A", email: emailOf("joins.once") };
  const joined = await attack(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body: entry });
  expect([joined.status, joined.text]).toEqual([201, ""]);
});

let devices = 0;

/** From a new device. */
function report(review_id: string) {
  devices += 1;
  return { review_id, reason: "spam", reporter_fingerprint: `device-${String(devices).padStart(24, "0")}` };
}
