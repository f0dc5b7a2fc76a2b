import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { LIMITS } from "../../../../server/embedded/limits.ts";
import {
  type Answer,
  call,
  emailOf,
  knownUser,
  logIn,
  mailsTo,
  newUser,
  newVisitor,
  openMailLink,
  owner,
  photoName,
  picture,
  plainReview,
  send,
  signUp,
  storedRows,
  type User,
  type Visitor,
} from "../client.ts";

const MANY_SIGN_INS = 100;

test("the numbers in the database are those that hold without it", async () => {
  const [row] = await owner<{ numbers: Record<string, number> }[]>`select private.setting_numbers() as numbers`;
  const changeable = Object.entries(LIMITS).filter(([name]) => !name.endsWith("_per_recipient_minute"));
  expect(row?.numbers).toMatchObject(Object.fromEntries(changeable.map(([name, { most }]) => [name, most])));
});

test("who guesses too often and then sets a new password by mail gets in with it", async () => {
  const user = await newUser("forgetful");
  const visitor = newVisitor();
  for (let guess = 1; guess <= 10; guess += 1)
    expect((await logIn(user.email, `guess-${guess}`, visitor)).status).toBe(400);
  expect((await logIn(user.email, user.password, visitor)).status).toBe(429);
  expect((await call(visitor, "POST", "/auth/v1/recover", { body: { email: user.email } })).status).toBe(200);
  const session = await openMailLink(user.email, visitor);
  const signedIn = { ...visitor, accessToken: session.body.access_token };
  const changed = await call(signedIn, "PUT", "/auth/v1/user", { body: { password: "dry-season-2026" } });
  expect(changed.status, changed.text).toBe(200);
  expect((await logIn(user.email, "dry-season-2026", visitor)).status).toBe(200);
  for (let guess = 1; guess <= 10; guess += 1)
    expect((await logIn(user.email, `guess-${guess}`, visitor)).status).toBe(400);
  expect((await logIn(user.email, "dry-season-2026", visitor)).status, "it counts from zero").toBe(429);
});

test("one address joins the waitlist ten times in five minutes", async () => {
  const visitor = newVisitor();
  for (let entry = 1; entry <= 10; entry += 1) expect((await joinFrom(visitor)).status).toBe(201);
  const before = await storedRows();
  const words = /^Too many people joined from your network\. You can join in [4-5] minutes\.$/;
  expectTooMany(await joinFrom(visitor), "message", { code: "PT429", details: null, hint: null }, words);
  expect(await storedRows()).toEqual(before);
  expect((await joinFrom(newVisitor())).status).toBe(201);
});

test("one address tries to report or to join three hundred times in five minutes, refused tries among them", async () => {
  const visitor = newVisitor();
  for (let attempt = 1; attempt <= 300; attempt += 1) {
    const refused = attempt % 2 ? await reportFrom(visitor, randomUUID()) : await joinFrom(visitor, "no e-mail");
    expect(refused.status).toBe(attempt % 2 ? 404 : 400);
  }
  for (const one of [await joinFrom(visitor), await reportFrom(visitor, randomUUID())])
    expectTooMany(one, "message", { code: "PT429", details: null, hint: null });
  expect((await joinFrom(newVisitor())).status).toBe(201);
});

test("one address writes thirty reviews in five minutes, across its accounts", async () => {
  const [author, neighbour] = [await knownUser("author"), await knownUser("neighbour")];
  const { address } = newVisitor();
  // Empty ones: the address is counted before the body is validated.
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
  // Anonymous requests count towards no upload limit: they are refused first.
  const anonymous = { ...newVisitor(), address: newVisitor().address };
  for (let attempt = 1; attempt <= 61; attempt += 1) {
    expect((await uploadFrom(anonymous, Buffer.from("no picture"))).body.statusCode).toBe("403");
  }
});

test("pages of an origin that is named may read when to try again", async () => {
  const visitor = newVisitor();
  for (let entry = 1; entry <= 10; entry += 1) await joinFrom(visitor);
  const headers = { origin: "https://gharsach.example" };
  const body = { name: "Asha", email: emailOf("joins") };
  const refused = await call(visitor, "POST", "/rest/v1/referral_waitlist", { body, headers });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("access-control-allow-origin")).toBe("https://gharsach.example");
  expect(refused.headers.get("access-control-expose-headers")).toContain("Retry-After");
});

test("a page of another origin uses up no log-ins: after a thousand of its requests the visitor at this address logs in", async () => {
  const user = await newUser("visits.evil.pages");
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const statuses = new Set<number>();
  const target = "/auth/v1/token?grant_type=password";
  for (let request = 0; request < 1000; request += 1) {
    const body = { email: user.email, password: "a-wrong-guess" };
    statuses.add((await call({ ...user, accessToken: null }, "POST", target, { body, headers })).status);
  }
  expect([...statuses]).toEqual([403]);
  expect((await logIn(user.email, user.password, user)).status).toBe(200);
});

test(
  "a recipient gets five mails an hour, of sign-up, recovery and resending together, and whoever asks then reads when to ask again",
  { tags: ["11.203"] },
  async () => {
    const email = emailOf("much.mail");
    const ask = async (action: string, more: object) => {
      await owner`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = ${email}`;
      return call(newVisitor(), "POST", `/auth/v1/${action}`, { body: { email, ...more } });
    };
    const again = { type: "signup" };
    const statuses = [(await ask("signup", { password: "monsoon-2025" })).status, (await ask("recover", {})).status];
    for (let resend = 0; resend < 3; resend += 1) statuses.push((await ask("resend", again)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    // A sign-up is answered as ever, so that nobody keeps the owner of an address out; it sends nothing.
    expect((await ask("signup", { password: "monsoon-2025" })).status).toBe(200);
    const refused = await ask("resend", again);
    expect([refused.status, refused.body.error_code]).toEqual([429, "over_email_send_rate_limit"]);
    expect(refused.body.msg).toMatch(
      /^Too many emails were asked for at this address\. Please try again in (?:59|60) minutes\.$/,
    );
    expect((await mailsTo(email)).length).toBe(5);
  },
);

test("what the account service says about too many attempts says for how long", async () => {
  const visitor = newVisitor();
  for (let attempt = 1; attempt <= 30; attempt += 1) await signUp(emailOf("flood"), "short", visitor);
  const answer = await signUp(emailOf("flood"), "short", visitor);
  expect(answer.status).toBe(429);
  expectTooMany(answer, "msg", { code: 429, error_code: "over_request_rate_limit" });
});

test("after a log-out the token writes nothing more, though it would be good for an hour", async () => {
  const user = await newUser("logged.out");
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

test("a hundred sign-ins at once from one network: some are answered, the rest read at once to try again, and readers do not wait", async () => {
  const user = await knownUser("crowded");
  const inNetwork = (index: number) => ({ address: `198.51.100.${index}`, accessToken: null });
  const began = performance.now();
  const readMs: number[] = [];
  const reading = (async () => {
    for (let read = 0; read < 5; read += 1) {
      await delay(50);
      const from = performance.now();
      expect((await call(newVisitor(), "POST", "/rest/v1/rpc/review_cities", { body: {} })).status).toBe(200);
      readMs.push(performance.now() - from);
    }
  })();
  const answers = await Promise.all(
    Array.from({ length: MANY_SIGN_INS }, (_, index) =>
      logIn(`${index}.${user.email}`, "a-wrong-guess", inNetwork(index)),
    ),
  );
  const allMs = performance.now() - began;
  await reading;
  const busy = answers.filter(({ status }) => status === 429);
  expect(busy.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 400).length).toBe(MANY_SIGN_INS - busy.length);
  expect(busy[0]?.body.msg).toBe("Many people are logging in at the moment. Please try again in a few seconds.");
  expect(busy[0]?.headers.get("retry-after")).toBe("5");
  // The median: one of them may meet a pause of the machine.
  expect(readMs.toSorted((a, b) => a - b)[2]).toBeLessThan(allMs / 4);
});

test("sign-up, recovery and resending are answered while nothing can be written to accounts, and done afterwards", async () => {
  const user = await newUser("held.up");
  const [fresh, waiting] = [emailOf("held.up.new"), emailOf("held.up.waiting")];
  await signUp(waiting, "monsoon-2025", newVisitor());
  await owner`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = ${waiting}`;
  const asked: [string, object][] = [fresh, user.email, waiting].flatMap((email, index) => [
    ["signup", { email, password: "monsoon-2026" }] satisfies [string, object],
    ["recover", { email: index === 0 ? emailOf("held.up.nobody") : email }] satisfies [string, object],
  ]);
  const answers: number[] = [];
  await owner.begin(async (transaction) => {
    await transaction`lock table auth.users in share mode`;
    for (const [action, body] of asked)
      answers.push((await send(newVisitor(), "POST", `/auth/v1/${action}`, { body })).status);
    const body = { email: emailOf("held.up.resent"), type: "signup" };
    answers.push((await send(newVisitor(), "POST", "/auth/v1/resend", { body })).status);
  });
  expect(answers).toEqual(Array(7).fill(200));
  const mails = async () => (await Promise.all([fresh, user.email, waiting].map(mailsTo))).map(({ length }) => length);
  await expect.poll(mails, { timeout: 10_000 }).toEqual([1, 2, 3]);
});

const TOO_MANY = /^Too many requests from your network\. Please try again in [4-5] minutes\.$/;

function expectTooMany(answer: Answer, words: "message" | "msg", rest: object, sentence = TOO_MANY): void {
  expect(answer.status, answer.text).toBe(429);
  expect(answer.body).toEqual({ ...rest, [words]: expect.stringMatching(sentence) });
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(200);
  expect(seconds).toBeLessThanOrEqual(300);
}

function reportFrom(visitor: Visitor, reviewId: string): Promise<Answer> {
  const report = { review_id: reviewId, reason: "spam", reporter_fingerprint: randomUUID() };
  return call(visitor, "POST", "/rest/v1/review_reports", { body: report });
}

function joinFrom(visitor: Visitor, email = emailOf("joins")): Promise<Answer> {
  return call(visitor, "POST", "/rest/v1/referral_waitlist", { body: { name: "Asha", email } });
}

function reviewFrom(user: User, review: object): Promise<Answer> {
  return call(user, "POST", "/rest/v1/reviews", { body: review });
}

function uploadFrom(visitor: Visitor, bytes: Buffer): Promise<Answer> {
  const headers = { "content-type": "image/png" };
  return call(visitor, "POST", `/storage/v1/object/review-proofs/${photoName("png")}`, { body: bytes, headers });
}
