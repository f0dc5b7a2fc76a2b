import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import {
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
  recover,
  refresh,
  send,
  signUp,
  storedRows,
  verify,
  type Answer,
  type Call,
  type Visitor,
} from "../client.ts";

const PER_ADDRESS: [string, number, number, (visitor: Visitor, nth: number) => Promise<Answer>][] = [
  // Too short a password is refused without being hashed: thirty tries cost next to nothing, and count.
  ["sign-ins and sign-ups in five minutes", 30, 300, (from) => signUp(emailOf("flood"), "short", from)],
  ["guesses of links in five minutes", 30, 300, (from) => verify({ type: "signup", token_hash: "0".repeat(64) }, from)],
  ["mails in an hour", 30, 3600, (from, nth) => recover(`nobody-${nth}@mails.example`, from)],
  ["refreshed sessions in five minutes", 150, 300, (from) => refresh("01a1fd17-4aea-74dd-9c6a-520cbd755b28", from)],
  ["entries of the waitlist in five minutes", 10, 300, (from) => joinFrom(from)],
  [
    "reports and entries in five minutes, refused ones among them",
    300,
    300,
    (from, nth) => (nth % 2 ? reportFrom(from) : joinFrom(from, "no e-mail")),
  ],
  // Empty ones: the address is counted before the body is validated.
  [
    "reviews in five minutes, across its accounts",
    30,
    300,
    (from, nth) => asUser(nth % 2 ? "one" : "two", from, REVIEW),
  ],
  ["photos in five minutes", 60, 300, (from) => asUser("photographer", from, PHOTO)],
];

test.for(PER_ADDRESS)(
  "one address has %s: %i, then 429 with the time to wait",
  { timeout: 60_000 },
  async ([, most, seconds, ask]) => {
    const visitor = newVisitor();
    const statuses = [];
    for (let nth = 0; nth < most; nth += 1) statuses.push((await ask(visitor, nth)).status);
    expect(statuses).not.toContain(429);
    const before = await storedRows();
    const refused = await ask(visitor, most);
    expect([refused.status, await storedRows()], refused.text).toEqual([429, before]);
    expect(refused.body.message).toMatch(/^(?:Too many|Many) .*\.$/);
    const wait = Number(refused.headers.get("retry-after"));
    expect([wait > seconds / 2, wait <= seconds], String(wait)).toEqual([true, true]);
    expect(refused.headers.get("access-control-expose-headers")).toContain("Retry-After");
    expect((await ask(newVisitor(), most)).status).not.toBe(429);
  },
);

test("the limit counts a household: every IPv6 address of one /64 network, however it is written", async () => {
  const addresses = ["2001:db8::1", "2001:db8::a:b:c:d", "2001:0db8:0:0:9::", "2001:DB8:0:0:1:2:3:4", "2001:db8::ffff"];
  const answers: Answer[] = [];
  for (let attempt = 0; attempt <= 30; attempt += 1) {
    const visitor = { address: addresses[attempt % addresses.length] ?? "", accessToken: null };
    answers.push(await verify({ type: "signup", token_hash: "0".repeat(64) }, visitor));
  }
  expect(new Set(answers.slice(0, 30).map((answer) => answer.status))).toEqual(new Set([403]));
  expect(answers[30]?.status).toBe(429);
  const neighbour = { address: "2001:db8:0:1::1", accessToken: null };
  expect((await verify({ type: "signup", token_hash: "0".repeat(64) }, neighbour)).status).toBe(403);
});

test("an address that the visitor makes up in front of the proxy's does not help against the limits", async () => {
  const { address } = newVisitor();
  const statuses = [];
  for (let attempt = 0; attempt <= 30; attempt += 1) {
    const visitor = { address: `203.0.113.${attempt}, ${address}`, accessToken: null };
    statuses.push((await verify({ type: "signup", token_hash: "0".repeat(64) }, visitor)).status);
  }
  expect(statuses.filter((status) => status === 429).length).toBe(1);
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
  "a recipient gets three mails an hour that confirm a sign-up, and a recovery beside them; a fourth request reads when to come again",
  { tags: ["11.203"] },
  async () => {
    const email = emailOf("much.mail");
    const ask = async (action: string, more: object) => {
      await owner`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = ${email}`;
      return call(newVisitor(), "POST", `/auth/v1/${action}`, { body: { email, ...more } });
    };
    const again = { type: "signup" };
    const statuses = [(await ask("signup", { password: "monsoon-2025" })).status, (await ask("recover", {})).status];
    for (let resend = 0; resend < 2; resend += 1) statuses.push((await ask("resend", again)).status);
    expect(statuses).toEqual([200, 200, 200, 200]);
    // A sign-up is answered as ever, so that nobody keeps the owner of an address out; it sends nothing.
    expect((await ask("signup", { password: "monsoon-2025" })).status).toBe(200);
    const refused = await ask("resend", again);
    expect([refused.status, refused.body.code]).toEqual([429, "over_email_send_rate_limit"]);
    expect(refused.body.message).toMatch(
      /^Too many emails were asked for at this address\. Please try again in (?:59|60) minutes\.$/,
    );
    expect((await mailsTo(email)).length).toBe(4);
  },
);

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
    Array.from({ length: 100 }, (_, index) => logIn(`${index}.${user.email}`, "a-wrong-guess", inNetwork(index))),
  );
  const allMs = performance.now() - began;
  await reading;
  const busy = answers.filter(({ status }) => status === 429);
  expect(busy.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 400).length).toBe(100 - busy.length);
  expect(busy[0]?.body.message).toBe("Many people are logging in at the moment. Please try again in a few seconds.");
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

function joinFrom(visitor: Visitor, email = emailOf("joins")): Promise<Answer> {
  return call(visitor, "POST", "/rest/v1/referral_waitlist", { body: { name: "Asha", email } });
}

function reportFrom(visitor: Visitor): Promise<Answer> {
  const report = { review_id: randomUUID(), reason: "spam", reporter_fingerprint: randomUUID() };
  return call(visitor, "POST", "/rest/v1/review_reports", { body: report });
}

type Request = () => { target: string; options: Call };

const REVIEW: Request = () => ({ target: "/rest/v1/reviews", options: { body: {} } });
const PHOTO: Request = () => ({
  target: `/storage/v1/object/review-proofs/${photoName()}`,
  options: { body: Buffer.from("no picture"), headers: { "content-type": "image/png" } },
});

async function asUser(name: string, { address }: Visitor, request: Request): Promise<Answer> {
  const { target, options } = request();
  return call({ ...(await knownUser(name)), address }, "POST", target, options);
}
