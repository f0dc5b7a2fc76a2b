import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  call,
  emailOf,
  expectRefusal,
  knownUser,
  newVisitor,
  owner,
  publishReview,
  readReview,
  reportReview,
  rpc,
  type Call,
} from "./visitors.ts";

const DEVICE = "3f9a1c0e5b7d42689f00c1d2e3a4b5c6";
const OTHER_DEVICE = "aa11bb22cc33dd44ee55ff6600778899";

test("a visitor without an account reports a review, and everyone sees that it is under review", async () => {
  const id = await publishReview(await knownUser("author"));
  expect((await readReview(id))?.reported).toBe(false);
  const answer = await reportReview(newVisitor(), report(id));
  expect(answer.status, answer.text).toBe(201);
  expect(answer.text).toBe("");
  expect((await readReview(id))?.reported).toBe(true);
});

test("a signed-in user and the author may report too", async () => {
  const author = await knownUser("author");
  const other = await knownUser("other");
  const id = await publishReview(author);
  expect((await reportReview(other, report(id))).status).toBe(201);
  expect((await reportReview(author, report(id, { reporter_fingerprint: OTHER_DEVICE }))).status).toBe(201);
});

test("a report never hides a review and never changes its words", async () => {
  const id = await publishReview(await knownUser("author"));
  const { reported: _before, ...before } = (await readReview(id)) ?? {};
  await reportReview(newVisitor(), report(id));
  const { reported: _after, ...after } = (await readReview(id)) ?? {};
  expect(after).toEqual(before);
});

test("one device reports a review once: the second time is 23505", async () => {
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

test("one device may report several reviews", async () => {
  const author = await knownUser("author");
  for (const id of [await publishReview(author), await publishReview(author)]) {
    expect((await reportReview(newVisitor(), report(id))).status).toBe(201);
  }
});

test("ten reports of one device at the same moment are one", async () => {
  const id = await publishReview(await knownUser("author"));
  const answers = await Promise.all(Array.from({ length: 10 }, () => reportReview(newVisitor(), report(id))));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
});

test("the fingerprint is stored hashed: it is found nowhere, and differs from review to review", async () => {
  const author = await knownUser("author");
  const ids = [await publishReview(author), await publishReview(author)];
  for (const id of ids) await reportReview(newVisitor(), report(id));
  const stored = await owner<{ reporter_fingerprint: string }[]>`
    select reporter_fingerprint from public.review_reports where review_id in ${owner(ids)}`;
  const hashes = stored.map((row) => row.reporter_fingerprint);
  expect(hashes).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(hashes[0]).not.toBe(hashes[1]);
  expect(hashes.join()).not.toContain(DEVICE);
});

test("exactly this is stored of a report, whatever else is claimed", async () => {
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

const REFUSED_REPORTS: [string, Record<string, unknown>, number][] = [
  ["an unknown review", { review_id: "00000000-0000-4000-8000-000000000000" }, 404],
  ["no review", { review_id: null }, 404],
  ["an id that is no UUID", { review_id: "1 or 1=1" }, 400],
  ["an unknown reason", { reason: "boring" }, 400],
  ["no reason", { reason: null }, 400],
  ["an empty reason", { reason: "" }, 400],
  ["no fingerprint", { reporter_fingerprint: null }, 400],
  ["a fingerprint of 15 characters", { reporter_fingerprint: "123456789012345" }, 400],
  ["a fingerprint of 129 characters", { reporter_fingerprint: "x".repeat(129) }, 400],
  ["a fingerprint that is a list", { reporter_fingerprint: [DEVICE] }, 400],
  ["NUL in the fingerprint", { reporter_fingerprint: `${DEVICE}\u0000` }, 400],
  ["an e-mail that is none", { reporter_email: "me" }, 400],
  ["an e-mail of 400 characters", { reporter_email: `${"a".repeat(390)}@b.example` }, 400],
  ["NUL in the e-mail", { reporter_email: "a\u0000@b.example" }, 400],
  ["a forged reviewer id", { reviewer_id: "00000000-0000-4000-8000-000000000000" }, 400],
  ["a forged user id", { user_id: "00000000-0000-4000-8000-000000000000" }, 400],
  ["an id of its own", { id: 1 }, 400],
];

let reportable: Promise<string> | undefined;
/** One review for the many refusals, which nobody manages to report. */
function unreported(): Promise<string> {
  return (reportable ??= knownUser("author").then((author) => publishReview(author)));
}

test.for(REFUSED_REPORTS)("a report with %s is refused in plain words", async ([, change, status]) => {
  const id = await unreported();
  const answer = await expectRefusal(() => reportReview(newVisitor(), report(id, change)));
  expect(answer.status).toBe(status);
  expect((await readReview(id))?.reported).toBe(false);
});

test("several reports in one request are refused", async () => {
  const author = await knownUser("author");
  const ids = [await publishReview(author), await publishReview(author)];
  await expectRefusal(() => reportReview(newVisitor(), [report(ids[0]), report(ids[1])]));
  await expectRefusal(() =>
    reportReview(newVisitor(), [report(ids[0]), report(ids[0], { reporter_fingerprint: OTHER_DEVICE })]),
  );
  for (const id of ids) expect((await readReview(id))?.reported).toBe(false);
});

test("a hidden review cannot be reported, and does not tell that it is there", async () => {
  const id = await publishReview(await knownUser("author"));
  await owner`update public.reviews set hidden_at = now() where id = ${id}`;
  const hidden = await expectRefusal(() => reportReview(newVisitor(), report(id)));
  const unknown = await expectRefusal(() => reportReview(newVisitor(), report("00000000-0000-4000-8000-000000000000")));
  expect(hidden.status).toBe(404);
  expect(hidden.text).toBe(unknown.text);
});

test("nobody reads, changes or deletes reports: not a visitor, not the reported author, not the reporter", async () => {
  const author = await knownUser("author");
  const reporter = await knownUser("other");
  const id = await publishReview(author);
  const email = emailOf("secret.reporter");
  await reportReview(reporter, report(id, { reporter_email: email }));
  const before = await owner`select * from public.review_reports where review_id = ${id}`;
  for (const visitor of [newVisitor(), author, reporter]) {
    const attempts: [string, string, Call?][] = [
      ["GET", "/rest/v1/review_reports"],
      ["HEAD", "/rest/v1/review_reports"],
      ["GET", `/rest/v1/review_reports?select=*&review_id=eq.${id}`],
      ["PATCH", `/rest/v1/review_reports?review_id=eq.${id}`, { body: { reason: "spam" } }],
      ["PUT", `/rest/v1/review_reports?review_id=eq.${id}`, { body: report(id) }],
      ["DELETE", `/rest/v1/review_reports?review_id=eq.${id}`],
    ];
    for (const [method, target, options] of attempts) {
      const answer = await call(visitor, method, target, options);
      expect(answer.status, `${method} ${target}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${method} ${target}`).toBeLessThan(500);
      expect(answer.text).not.toContain(email);
    }
    const embedded = await call(visitor, "GET", `/rest/v1/reviews?select=*,review_reports(*)&id=eq.${id}`);
    expect(embedded.text).not.toContain(email);
    expect(embedded.text).not.toMatch(/[0-9a-f]{64}/);
  }
  expect(await owner`select * from public.review_reports where review_id = ${id}`).toEqual(before);
});

test("a report does not come back to whoever sends it", async () => {
  const id = await publishReview(await knownUser("author"));
  const email = emailOf("echo.reporter");
  for (const visitor of [newVisitor(), await knownUser("other")]) {
    const asked = { prefer: "return=representation" };
    const device = randomUUID();
    const sent = report(id, { reporter_email: email, reporter_fingerprint: device });
    const answer = await reportReview(visitor, sent, asked);
    expect([answer.status, answer.text]).toEqual([201, ""]);
  }
});

test("a report cannot be overwritten by upsert", async () => {
  const id = await publishReview(await knownUser("author"));
  await reportReview(newVisitor(), report(id));
  for (const resolution of ["merge-duplicates", "ignore-duplicates"]) {
    const before = await owner`select * from public.review_reports where review_id = ${id}`;
    const prefer = { prefer: `resolution=${resolution}` };
    const address = "/rest/v1/review_reports?on_conflict=review_id,reporter_fingerprint";
    const answer = await call(newVisitor(), "POST", address, { body: report(id, { reason: "spam" }), headers: prefer });
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(await owner`select * from public.review_reports where review_id = ${id}`).toEqual(before);
  }
});

test("the flag cannot be set or cleared but by a report", async () => {
  const author = await knownUser("author");
  const id = await publishReview(author, { reported: true });
  expect((await readReview(id))?.reported).toBe(false);
  await reportReview(newVisitor(), report(id));
  await expectRefusal(() => call(author, "PATCH", `/rest/v1/reviews?id=eq.${id}`, { body: { reported: false } }));
  expect((await readReview(id))?.reported).toBe(true);
  const context = await rpc(newVisitor(), "review_in_context", { review_id: id });
  expect(context.body.reviews[0].reported).toBe(true);
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
