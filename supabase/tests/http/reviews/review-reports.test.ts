import { expect, test } from "vitest";
import { expectRefusal, knownUser, newVisitor, owner, publishReview, readReview, reportReview } from "../client.ts";

const DEVICE = "3f9a1c0e5b7d42689f00c1d2e3a4b5c6";
const OTHER_DEVICE = "aa11bb22cc33dd44ee55ff6600778899";

test(
  "a visitor without an account reports a review, and everyone sees that it is under review",
  { tags: ["1.7", "4.2", "6.2", "7.5"] },
  async () => {
    const id = await publishReview(await knownUser("author"));
    expect((await readReview(id))?.reported).toBe(false);
    const answer = await reportReview(newVisitor(), report(id), { prefer: "return=representation" });
    expect([answer.status, answer.text]).toEqual([201, ""]);
    expect((await readReview(id))?.reported).toBe(true);
  },
);

test("a signed-in user and the author may report too", async () => {
  const author = await knownUser("author");
  const other = await knownUser("other");
  const id = await publishReview(author);
  expect((await reportReview(other, report(id))).status).toBe(201);
  expect((await reportReview(author, report(id, { reporter_fingerprint: OTHER_DEVICE }))).status).toBe(201);
});

test("one device reports a review once: the second time is 23505", { tags: ["3.25", "5.28"] }, async () => {
  const id = await publishReview(await knownUser("author"));
  expect((await reportReview(newVisitor(), report(id))).status).toBe(201);
  for (const again of [report(id), report(id, { reason: "spam", reporter_email: "x@y.example" })]) {
    const answer = await expectRefusal(() => reportReview(newVisitor(), again));
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe("23505");
    expect(answer.text).not.toContain(DEVICE);
  }
  expect((await reportReview(newVisitor(), report(id, { reporter_fingerprint: OTHER_DEVICE }))).status).toBe(201);
});

test(
  "the fingerprint is stored hashed: it is found nowhere, and differs from review to review",
  { tags: ["3.29"] },
  async () => {
    const author = await knownUser("author");
    const ids = [await publishReview(author), await publishReview(author)];
    for (const id of ids) expect((await reportReview(newVisitor(), report(id))).status).toBe(201);
    const stored = await owner<{ reporter_fingerprint: string }[]>`
    select reporter_fingerprint from public.review_reports where review_id in ${owner(ids)}`;
    const hashes = stored.map((row) => row.reporter_fingerprint);
    expect(hashes).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(hashes.join()).not.toContain(DEVICE);
  },
);

test("exactly this is stored of a report, whatever else is claimed", { tags: ["3.24"] }, async () => {
  const id = await publishReview(await knownUser("author"));
  for (const forged of [{ created_at: "2020-01-01T00:00:00Z" }, { id: 7 }, { user_id: id }])
    await expectRefusal(() => reportReview(newVisitor(), report(id, forged)));
  const given = report(id, { reporter_email: "  reporter@mail.example " });
  expect((await reportReview(newVisitor(), given)).status).toBe(201);
  const [stored] = await owner`
    select review_id, reason, reporter_email, email, created_at > now() - interval '1 minute' as is_recent
    from public.review_reports as r join private.reporter_emails as e on e.report_id = r.id where review_id = ${id}`;
  expect(stored).toEqual({
    review_id: id,
    reason: "offensive",
    reporter_email: null,
    email: "reporter@mail.example",
    is_recent: true,
  });
});

// What attackers send in place of reports: attacks/reports-and-waitlist.test.ts.
const REASONS = "Choose one of the listed reasons.";
const FINGERPRINT = "Send a device fingerprint of 16 to 128 characters.";
const REFUSED_REPORTS: [string, Record<string, unknown>, number, string][] = [
  ["no review", { review_id: null }, 404, "This review does not exist or is no longer shown."],
  ["an unknown reason", { reason: "boring" }, 400, REASONS],
  ["no reason", { reason: null }, 400, REASONS],
  ["no fingerprint", { reporter_fingerprint: null }, 400, FINGERPRINT],
  ["a fingerprint of 15 characters", { reporter_fingerprint: "x".repeat(15) }, 400, FINGERPRINT],
  ["a fingerprint of 129 characters", { reporter_fingerprint: "x".repeat(129) }, 400, FINGERPRINT],
  ["an e-mail that is none", { reporter_email: "me" }, 400, "Enter a valid email address, or leave the email empty."],
];

test.for(REFUSED_REPORTS)(
  "a report with %s is refused in plain words",
  { tags: ["5.26"] },
  async ([, change, status, words]) => {
    const id = await publishReview(await knownUser("author"));
    const answer = await expectRefusal(() => reportReview(newVisitor(), report(id, change)));
    expect([answer.status, answer.body.message]).toEqual([status, words]);
    expect((await readReview(id))?.reported).toBe(false);
  },
);

test("a hidden review cannot be reported, and does not tell that it is there", async () => {
  const id = await publishReview(await knownUser("author"));
  await owner`update public.reviews set hidden_at = now() where id = ${id}`;
  const hidden = await expectRefusal(() => reportReview(newVisitor(), report(id)));
  const unknown = await expectRefusal(() => reportReview(newVisitor(), report("00000000-0000-4000-8000-000000000000")));
  expect(hidden.status).toBe(404);
  expect(hidden.text).toBe(unknown.text);
});

function report(reviewId: string | undefined, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    review_id: reviewId,
    reason: "offensive",
    reporter_email: null,
    reporter_fingerprint: DEVICE,
    ...changes,
  };
}
