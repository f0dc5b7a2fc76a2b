import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { LIMITS } from "../../server/embedded/address-limits.ts";
import {
  call,
  emailOf,
  knownUser,
  newVisitor,
  owner,
  photoName,
  picture,
  plainReview,
  publishReview,
  signUpAndConfirm,
  storedRows,
  type Answer,
  type User,
  type Visitor,
} from "./visitors.ts";

const MANY_SIGN_INS = 100;

test("the numbers in the database are those that hold without it", async () => {
  // All changes together are counted on Supabase projects alone, in the database.
  const rows = await owner<{ key: string; value: number }[]>`
    select key, value from private.settings
    where (key like '%\_per\_address\_%' or key like 'wrong\_passwords\_%') and key <> 'changes_per_address_5_min'`;
  const perAddress = Object.entries(LIMITS).filter(([name]) => !name.endsWith("_per_minute"));
  expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual(
    Object.fromEntries(perAddress.map(([name, { points }]) => [name, points])),
  );
});

test("one address reports ten times in five minutes, then reads when to go on, and another goes on", async () => {
  const id = await publishReview(await knownUser("author"));
  const reporter = newVisitor();
  const statuses = new Set<number>();
  for (let report = 1; report <= 10; report += 1) statuses.add((await reportFrom(reporter, id)).status);
  expect(statuses).toEqual(new Set([201]));
  const before = await storedRows();
  expectTooMany(await reportFrom(reporter, id), "message", { code: "PT429", details: null, hint: null });
  expect(await storedRows()).toEqual(before);
  expect((await reportFrom(newVisitor(), id)).status).toBe(201);
});

test("one address joins the waitlist ten times in five minutes", async () => {
  const visitor = newVisitor();
  for (let entry = 1; entry <= 10; entry += 1) expect((await joinFrom(visitor)).status).toBe(201);
  const before = await storedRows();
  expectTooMany(await joinFrom(visitor), "message", { code: "PT429", details: null, hint: null });
  expect(await storedRows()).toEqual(before);
  expect((await joinFrom(newVisitor())).status).toBe(201);
});

test("one address writes thirty reviews in five minutes, whoever is signed in there", async () => {
  const [author, neighbour] = [await knownUser("author"), await knownUser("neighbour")];
  const { address } = newVisitor();
  // Empty ones: the address is counted before anybody reads what they say.
  for (let attempt = 1; attempt <= 30; attempt += 1) {
    expect((await reviewFrom({ ...author, address }, {})).status).toBe(400);
  }
  const refused = await reviewFrom({ ...neighbour, address }, plainReview());
  expectTooMany(refused, "message", { code: "PT429", details: null, hint: null });
  expect((await reviewFrom({ ...neighbour, address: newVisitor().address }, plainReview())).status).toBe(201);
});

test("one address uploads sixty photos in five minutes, in the storage's words", async () => {
  const user = { ...(await knownUser("photographer")), address: newVisitor().address };
  for (let attempt = 1; attempt <= 60; attempt += 1) {
    expect((await uploadFrom(user, Buffer.from("no picture"))).body.statusCode).toBe("415");
  }
  const before = await storedRows();
  const answer = await uploadFrom(user, await picture().png().toBuffer());
  expectTooMany(answer, "message", { statusCode: "429", error: "over_request_rate_limit", code: "TooManyRequests" });
  expect(await storedRows()).toEqual(before);
  // Strangers use up nobody's uploads: they are sent away before.
  const stranger = { ...newVisitor(), address: newVisitor().address };
  for (let attempt = 1; attempt <= 61; attempt += 1) {
    expect((await uploadFrom(stranger, Buffer.from("no picture"))).body.statusCode).toBe("403");
  }
});

test("pages of another origin may read when to try again", async () => {
  const visitor = newVisitor();
  for (let entry = 1; entry <= 10; entry += 1) await joinFrom(visitor);
  const { headers } = await joinFrom(visitor);
  expect(headers.get("access-control-expose-headers")).toContain("Retry-After");
});

test("what the account service says about too many attempts says for how long", async () => {
  const visitor = newVisitor();
  for (let attempt = 1; attempt <= 30; attempt += 1) await signUpFrom(visitor, emailOf("flood"), "short");
  const answer = await signUpFrom(visitor, emailOf("flood"), "short");
  expect(answer.status).toBe(429);
  expectTooMany(answer, "msg", { code: 429, error_code: "over_request_rate_limit" });
});

test("after a log-out the token writes nothing more, though it would be good for an hour", async () => {
  const user = await signUpAndConfirm("logged.out");
  expect((await reviewFrom(user, plainReview())).status).toBe(201);
  expect((await call(user, "POST", "/auth/v1/logout?scope=global")).status).toBe(204);
  const before = await storedRows();
  const review = await reviewFrom(user, plainReview());
  expect(review.status).toBe(401);
  expect(review.body).toMatchObject({ code: "PT401", message: "Your session has ended. Please log in again." });
  const upload = await uploadFrom(user, await picture().png().toBuffer());
  expect(upload.body.statusCode).toBe("403");
  expect(upload.body.message).toBe("Your session has ended. Please log in again.");
  expect(await storedRows()).toEqual(before);
});

test("a hundred sign-ins at once: some are answered, the rest hear at once to try again, and readers are not kept waiting", async () => {
  const user = await knownUser("crowded");
  const began = performance.now();
  let readMs = 0;
  const reading = (async () => {
    await delay(50);
    const from = performance.now();
    expect((await call(newVisitor(), "POST", "/rest/v1/rpc/review_cities", { body: {} })).status).toBe(200);
    readMs = performance.now() - from;
  })();
  const answers = await Promise.all(
    Array.from({ length: MANY_SIGN_INS }, () => logInFrom(newVisitor(), user.email, "a-wrong-guess")),
  );
  const allMs = performance.now() - began;
  await reading;
  const busy = answers.filter(({ status }) => status === 429);
  expect(busy.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 400).length).toBe(MANY_SIGN_INS - busy.length);
  expect(busy[0]?.body.msg).toBe("Many people are logging in at the moment. Please try again in a few seconds.");
  expect(busy[0]?.headers.get("retry-after")).toBe("5");
  expect(readMs).toBeLessThan(allMs / 4);
});

test("neither sign-up nor recovery nor resending takes longer where there is an account", async () => {
  // Whatever is slow about an account: every change of one takes 60 ms more here.
  await owner`
    create function private.test_slow_accounts() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.06); return new; end $$`;
  await owner`
    create trigger test_slow_accounts before insert or update on auth.users
    for each row execute function private.test_slow_accounts()`;
  try {
    const [accounts, nobodies, newcomers]: [number[], number[], number[]] = [[], [], []];
    const [recoveries, nothings]: [number[], number[]] = [[], []];
    const user = await signUpAndConfirm("even");
    for (let round = 1; round <= 6; round += 1) {
      await owner`update auth.users set email = ${emailOf("even")} where id = ${user.id}`;
      const [row] = await owner<{ email: string }[]>`select email from auth.users where id = ${user.id}`;
      accounts.push(await timed(() => signUpFrom(newVisitor(), row?.email ?? "", "monsoon-2025")));
      newcomers.push(await timed(() => signUpFrom(newVisitor(), emailOf("new"), "monsoon-2025")));
      recoveries.push(await timed(() => mailTo("recover", row?.email ?? "")));
      nothings.push(await timed(() => mailTo("recover", emailOf("nobody"))));
      nobodies.push(await timed(() => mailTo("resend", emailOf("nobody"))));
    }
    const waiting: number[] = [];
    for (let round = 1; round <= 6; round += 1) {
      const email = emailOf("waiting");
      await signUpFrom(newVisitor(), email, "monsoon-2025");
      // The answer does not wait for what is slow here.
      const sendBack = () => owner`
        update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = ${email}`;
      await expect.poll(async () => (await sendBack()).count).toBe(1);
      waiting.push(await timed(() => mailTo("resend", email)));
    }
    const quickest = (times: number[]) => Math.min(...times);
    expect(Math.abs(quickest(accounts) - quickest(newcomers)), "sign-up").toBeLessThan(40);
    expect(Math.abs(quickest(recoveries) - quickest(nothings)), "recovery").toBeLessThan(40);
    expect(Math.abs(quickest(waiting) - quickest(nobodies)), "resending").toBeLessThan(40);
  } finally {
    await owner`drop function private.test_slow_accounts() cascade`;
  }
});

function expectTooMany(answer: Answer, words: "message" | "msg", rest: object): void {
  expect(answer.status, answer.text).toBe(429);
  const sentence = /^Too many requests from your network\. Please try again in [4-5] minutes\.$/;
  expect(answer.body).toEqual({ ...rest, [words]: expect.stringMatching(sentence) });
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(200);
  expect(seconds).toBeLessThanOrEqual(300);
}

function reportFrom(visitor: Visitor, reviewId: string): Promise<Answer> {
  const report = { review_id: reviewId, reason: "spam", reporter_fingerprint: randomUUID() };
  return call(visitor, "POST", "/rest/v1/review_reports", { body: report });
}

function joinFrom(visitor: Visitor): Promise<Answer> {
  return call(visitor, "POST", "/rest/v1/referral_waitlist", { body: { name: "Asha", email: emailOf("joins") } });
}

function reviewFrom(user: User, review: object): Promise<Answer> {
  return call(user, "POST", "/rest/v1/reviews", { body: review });
}

function uploadFrom(visitor: Visitor, bytes: Buffer): Promise<Answer> {
  const headers = { "content-type": "image/png" };
  return call(visitor, "POST", `/storage/v1/object/review-proofs/${photoName("png")}`, { body: bytes, headers });
}

function signUpFrom(visitor: Visitor, email: string, password: string): Promise<Answer> {
  return call(visitor, "POST", "/auth/v1/signup", { body: { email, password } });
}

function logInFrom(visitor: Visitor, email: string, password: string): Promise<Answer> {
  return call(visitor, "POST", "/auth/v1/token?grant_type=password", { body: { email, password } });
}

function mailTo(action: "recover" | "resend", email: string): Promise<Answer> {
  const type = action === "resend" ? { type: "signup" } : {};
  return call(newVisitor(), "POST", `/auth/v1/${action}`, { body: { ...type, email } });
}

async function timed(ask: () => Promise<Answer>): Promise<number> {
  const began = performance.now();
  const answer = await ask();
  expect(answer.status, answer.text).toBe(200);
  return performance.now() - began;
}
