import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  type Answer,
  call,
  emailOf,
  expectAuthError,
  knownUser,
  logIn,
  emailsTo,
  newestEmailLink,
  newUser,
  newVisitor,
  openEmailLink,
  photoName,
  recover,
  resend,
  setPassword,
  signUp,
  storedRows,
  verify,
  type Visitor,
} from "../client.ts";

// server/embedded/origins.test.ts proves the limit of each call, and server/embedded/limits.test.ts proves each number.
test.for([
  ["entries of the waitlist", 10, (from: Visitor) => joinFrom(from)],
  ["photos", 60, async (from: Visitor) => uploadFrom({ ...(await knownUser("photographer")), address: from.address })],
] as const)("returns 429 after %s of one address in five minutes: %i", async ([, most, ask]) => {
  const visitor = newVisitor();
  const statuses = new Set<number>();
  for (let nth = 0; nth < most; nth += 1) statuses.add((await ask(visitor)).status);
  expect([...statuses]).not.toContain(429);
  const before = await storedRows();
  const refused = await ask(visitor);
  expect([refused.status, await storedRows()], refused.text).toEqual([429, before]);
  expect(refused.body.message).toMatch(/^(?:Too many|Many) .*\.$/);
  const wait = Number(refused.headers.get("retry-after"));
  expect([wait > 150, wait <= 300], String(wait)).toEqual([true, true]);
  expect(refused.headers.get("access-control-allow-origin")).toBe(PAGE.origin);
  expect(refused.headers.get("access-control-expose-headers")).toContain("Retry-After");
  expect((await ask(newVisitor())).status).not.toBe(429);
});

test("counts the IPv6 addresses of a network together, also behind a forged X-Forwarded-For", async () => {
  const addresses = ["2001:db8::1", "2001:db8::a:b:c:d", "2001:0db8:0:0:9::", "203.0.113.1, 2001:DB8:0:0:1:2:3:4"];
  const guess = (address: string) =>
    verify({ type: "signup", token_hash: "0".repeat(64) }, { ...newVisitor(), address });
  const statuses: number[] = [];
  for (let attempt = 0; attempt <= 30; attempt += 1)
    statuses.push((await guess(addresses[attempt % addresses.length] ?? "")).status);
  expect(statuses).toEqual([...Array<number>(30).fill(403), 429]);
  expect((await guess("2001:db8:0:1::1")).status).toBe(403);
});

test("locks a login after ten wrong passwords, until the password is set through an email", async () => {
  const user = await newUser("forgetful");
  const visitor = newVisitor();
  for (let guess = 1; guess <= 10; guess += 1)
    expect((await logIn(user.email, `guess-${guess}`, visitor)).status).toBe(400);
  const locked = await logIn(user.email, user.password, visitor);
  expectAuthError(locked, 429, "over_request_rate_limit");
  expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await logIn(user.email, user.password)).status, "in another network").toBe(200);
  expect((await recover(user.email, visitor)).status).toBe(200);
  const session = await openEmailLink(user.email, visitor);
  const changed = await setPassword({ ...visitor, accessToken: session.body.access_token }, "dry-season-2026");
  expect(changed.status, changed.text).toBe(200);
  expect((await logIn(user.email, "dry-season-2026", visitor)).status).toBe(200);
  for (let guess = 1; guess <= 10; guess += 1)
    expect((await logIn(user.email, `guess-${guess}`, visitor)).status).toBe(400);
  expect((await logIn(user.email, "dry-season-2026", visitor)).status).toBe(429);
});

test("sends a mailbox three confirmations an hour", async () => {
  const [name, domain] = emailOf("much.mail").split("@");
  const tagged = (tag: number) => `${name}+${tag}@${domain}`;
  // A fourth sign-up gets the usual answer, or other people could lock out the owner of the email.
  for (const tag of [1, 2, 3, 4]) expect((await signUp(tagged(tag))).status).toBe(200);
  const sent = await Promise.all([1, 2, 3, 4].map(async (tag) => (await emailsTo(tagged(tag))).length));
  expect(sent).toEqual([1, 1, 1, 0]);
  const refused = await resend(tagged(5));
  expect([refused.status, refused.body.code]).toEqual([429, "over_email_send_rate_limit"]);
  expect(refused.body.message).toMatch(
    /^Too many emails were requested for this address\. Please try again in (?:59|60) minutes\.$/,
  );
});

// Other people can use up the limit of a mailbox, so it does not apply to a confirmed account's recovery.
test("sends a recovery to a confirmed account over the limit of its mailbox", { tags: ["11.203"] }, async () => {
  const user = await newUser("much.asked");
  const [name, domain] = user.email.split("@");
  const waiting = `${name}+waits@${domain}`;
  await signUp(waiting);
  for (const tag of [1, 2, 3]) expect((await recover(`${name}+${tag}@${domain}`)).status).toBe(200);
  for (const email of [waiting, user.email]) expect((await recover(email)).status).toBe(200);
  expect((await emailsTo(waiting)).length, "unconfirmed").toBe(1);
  expect((await newestEmailLink(user.email, "recovery")).type).toBe("recovery");
});

test("rejects some of a network's hundred concurrent log-ins, and delays no reader", async () => {
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
  // The median ignores a pause of the machine.
  expect(readMs.toSorted((a, b) => a - b)[2]).toBeLessThan(allMs / 4);
});

const PAGE = { origin: "https://gharsach.example" };

function joinFrom(visitor: Visitor): Promise<Answer> {
  const body = { name: "Asha", email: emailOf("joins") };
  return call(visitor, "POST", "/rest/v1/referral_waitlist", { body, headers: PAGE });
}

function uploadFrom(visitor: Visitor): Promise<Answer> {
  const options = { body: Buffer.from("no picture"), headers: { "content-type": "image/png", ...PAGE } };
  return call(visitor, "POST", `/storage/v1/object/review-proofs/${photoName()}`, options);
}
