import { expect, test } from "vitest";
import { newVisitor, readReview } from "../client.ts";
import { type Fixtures, attack, databaseDigest, fixtures } from "./fixtures.ts";

const REFUSED_REPORTS: [string, (fixtures: Fixtures) => object][] = [
  ["of an id that is no UUID", () => report("1")],
  ["with a long e-mail", ({ named }) => ({ ...report(named), reporter_email: `${"a".repeat(9000)}@b.example` })],
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

let devices = 0;

/** From a new device. */
function report(review_id: string) {
  devices += 1;
  return { review_id, reason: "spam", reporter_fingerprint: `device-${String(devices).padStart(24, "0")}` };
}
