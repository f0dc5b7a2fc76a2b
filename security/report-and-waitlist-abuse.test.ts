import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Call, call, emailOf, newVisitor, owner, readReview } from "../supabase/tests/visitors.ts";
import { type Town, attack, everythingStored, ourTown } from "./town.ts";

const REFUSED_REPORTS: [string, (town: Town) => Call, string?][] = [
  ["for a reason of its own", ({ named }) => ({ body: { ...report(named), reason: "I am the landlord" } })],
  ["for no reason", ({ named }) => ({ body: { ...report(named), reason: null } })],
  ["of no review", () => ({ body: report(randomUUID()) })],
  ["of a hidden review", ({ hidden }) => ({ body: report(hidden) })],
  ["of something that is no review", () => ({ body: report("1") })],
  ["of all reviews", () => ({ body: { ...report(""), review_id: null } })],
  ["without a device", ({ named }) => ({ body: { ...report(named), reporter_fingerprint: "" } })],
  [
    "from a device with a long name",
    ({ named }) => ({ body: { ...report(named), reporter_fingerprint: "f".repeat(129) } }),
  ],
  ["with an e-mail that is none", ({ named }) => ({ body: { ...report(named), reporter_email: "<script>" } })],
  [
    "with an e-mail as long as a book",
    ({ named }) => ({ body: { ...report(named), reporter_email: `${"a".repeat(9000)}@b.example` } }),
  ],
  ["in company", ({ named, anonymous }) => ({ body: [report(named), report(anonymous)] })],
  ["by the hundred", ({ named }) => ({ body: Array.from({ length: 100 }, () => report(named)) })],
  ["with a column of its own", ({ named }) => ({ body: { ...report(named), is_admin: true } })],
  ["with an object for a reason", ({ named }) => ({ body: { ...report(named), reason: { like: "%" } } })],
  [
    "as a form",
    ({ named }) => ({
      body: `review_id=${named}&reason=spam`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }),
  ],
  [
    "as text, which needs no leave of another origin",
    ({ named }) => ({ body: JSON.stringify(report(named)), headers: { "content-type": "text/plain" } }),
  ],
  ["without the public key", ({ named }) => ({ body: report(named), headers: { apikey: null } })],
  ["again from the same device", ({ named }) => ({ body: { ...report(named), reporter_fingerprint: "d".repeat(32) } })],
  [
    "again from the same device, as an upsert",
    ({ named }) => ({
      body: { ...report(named), reporter_fingerprint: "d".repeat(32) },
      headers: { prefer: "resolution=merge-duplicates" },
    }),
    "?on_conflict=review_id,reporter_fingerprint",
  ],
];

test.for(REFUSED_REPORTS)("a report %s is refused and flags nothing", async ([, request, query = ""]) => {
  const town = await ourTown();
  const before = await everythingStored();
  const answer = await attack(newVisitor(), "POST", `/rest/v1/review_reports${query}`, request(town));
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(await everythingStored()).toBe(before);
});

test("a report says nothing to whoever sends it, and is dated by the database", async () => {
  const { anonymous } = await ourTown();
  const body = { ...report(anonymous), created_at: "2001-01-01", reporter_email: "somebody@mail.example" };
  const answer = await attack(newVisitor(), "POST", "/rest/v1/review_reports?select=*", {
    body,
    headers: { prefer: "return=representation" },
  });
  expect(answer.text).not.toContain("somebody");
  const rows =
    await owner`select created_at > now() - interval '1 hour' as is_now from public.review_reports where review_id = ${anonymous}`;
  expect(rows.every((row) => row.is_now)).toBe(true);
  expect(rows.length).toBeLessThanOrEqual(1);
});

test("twenty reports of one device at the same moment are one", async () => {
  const { named } = await ourTown();
  const visitor = newVisitor();
  const body = report(named);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => attack(visitor, "POST", "/rest/v1/review_reports", { body })),
  );
  expect(answers.filter(({ status }) => status === 201).length).toBe(1);
});

test("reports never hide a review, change its words or its place", async () => {
  const { named } = await ourTown();
  const before = await readReview(named);
  for (let device = 0; device < 3; device += 1)
    await attack(newVisitor(), "POST", "/rest/v1/review_reports", { body: report(named) });
  expect(await readReview(named)).toEqual({ ...before, reported: true });
});

const REFUSED_ENTRIES: [string, Call, string?][] = [
  ["without a name", { body: { name: " ", email: emailLike("x") } }],
  ["without an e-mail", { body: { name: "A", email: "" } }],
  ["with an e-mail that is none", { body: { name: "A", email: "@" } }],
  ["with a list of e-mails", { body: { name: "A", email: ["a@b.example", "c@d.example"] } }],
  ["with a long name", { body: { name: "x".repeat(121), email: emailLike("long") } }],
  ["with a long e-mail", { body: { name: "A", email: `${"x".repeat(320)}@b.example` } }],
  [
    "in company",
    {
      body: [
        { name: "A", email: emailLike("one") },
        { name: "B", email: emailLike("two") },
      ],
    },
  ],
  ["with an id", { body: { id: 1, name: "A", email: emailLike("id") } }],
  ["with a date", { body: { name: "A", email: emailLike("date"), created_at: "2001-01-01" } }],
  ["with a column of its own", { body: { name: "A", email: emailLike("column"), admin: true } }],
  ["as a form", { body: "name=A&email=a@b.example", headers: { "content-type": "application/x-www-form-urlencoded" } }],
  ["without the public key", { body: { name: "A", email: emailLike("key") }, headers: { apikey: null } }],
  ["with a NUL", { body: { name: "A\0", email: emailLike("nul") } }],
];

test.for(REFUSED_ENTRIES)("an entry of the waitlist %s is refused", async ([, request]) => {
  await ourTown();
  const before = await everythingStored();
  const answer = await attack(newVisitor(), "POST", "/rest/v1/referral_waitlist", request);
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(await everythingStored()).toBe(before);
});

test("an e-mail joins once, in whatever letters and spaces, and the answer names nobody", async () => {
  const { waitingEmail } = await ourTown();
  const before = await everythingStored();
  for (const email of [waitingEmail, waitingEmail.toUpperCase(), ` ${waitingEmail} `, `${waitingEmail}\u200b`]) {
    const answer = await call(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body: { name: "A", email } });
    expect(answer.status, JSON.stringify(email)).toBe(409);
    expect(answer.text.toLowerCase()).not.toContain(waitingEmail);
  }
  expect(await everythingStored()).toBe(before);
});

test("the list of who waits cannot be tried out by the list", async () => {
  const { waitingEmail } = await ourTown();
  const before = await everythingStored();
  const body = [waitingEmail, emailOf("other")].map((email) => ({ name: "A", email }));
  const headers = { prefer: "resolution=ignore-duplicates,return=representation" };
  const answer = await attack(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body, headers });
  expect(answer.status).toBe(400);
  expect(await everythingStored()).toBe(before);
});

let devices = 0;

/** From a device that nobody else has. */
function report(review_id: string) {
  devices += 1;
  return { review_id, reason: "spam", reporter_fingerprint: `device-${String(devices).padStart(24, "0")}` };
}

function emailLike(name: string): string {
  return `${name}.of.the.attacker@mail.example`;
}
