import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  type Answer,
  call,
  emailOf,
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
  signUp,
  storedRows,
  verify,
  type Visitor,
} from "../client.ts";

// Each call's use is in server/embedded/origins.test.ts, each number in limits.test.ts beside it.
test.for([
  ["entries of the waitlist", 10, (from: Visitor) => joinFrom(from)],
  ["photos", 60, async (from: Visitor) => uploadFrom({ ...(await knownUser("photographer")), address: from.address })],
] as const)(
  "one address has so many %s in five minutes: %i, then 429 with the time to wait, which pages may read",
  async ([, most, ask]) => {
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
  },
);

test("counts all IPv6 addresses of a network together, whatever forwarded address they invent", async () => {
  const addresses = ["2001:db8::1", "2001:db8::a:b:c:d", "2001:0db8:0:0:9::", "203.0.113.1, 2001:DB8:0:0:1:2:3:4"];
  const guess = (address: string) =>
    verify({ type: "signup", token_hash: "0".repeat(64) }, { ...newVisitor(), address });
  const statuses: number[] = [];
  for (let attempt = 0; attempt <= 30; attempt += 1)
    statuses.push((await guess(addresses[attempt % addresses.length] ?? "")).status);
  expect(statuses).toEqual([...Array<number>(30).fill(403), 429]);
  expect((await guess("2001:db8:0:1::1")).status).toBe(403);
});

test("unlocks a login after the password was set through an email", async () => {
  const user = await newUser("forgetful");
  const visitor = newVisitor();
  for (let guess = 1; guess <= 10; guess += 1)
    expect((await logIn(user.email, `guess-${guess}`, visitor)).status).toBe(400);
  expect((await logIn(user.email, user.password, visitor)).status).toBe(429);
  expect((await call(visitor, "POST", "/auth/v1/recover", { body: { email: user.email } })).status).toBe(200);
  const session = await openEmailLink(user.email, visitor);
  const signedIn = { ...visitor, accessToken: session.body.access_token };
  const changed = await call(signedIn, "PUT", "/auth/v1/user", { body: { password: "dry-season-2026" } });
  expect(changed.status, changed.text).toBe(200);
  expect((await logIn(user.email, "dry-season-2026", visitor)).status).toBe(200);
  for (let guess = 1; guess <= 10; guess += 1)
    expect((await logIn(user.email, `guess-${guess}`, visitor)).status).toBe(400);
  expect((await logIn(user.email, "dry-season-2026", visitor)).status, "it counts from zero").toBe(429);
});

test("sends a mailbox three confirmations an hour, and answers a fourth request with the waiting time", async () => {
  const [name, domain] = emailOf("much.mail").split("@");
  const tagged = (tag: number) => `${name}+${tag}@${domain}`;
  // A sign-up gets the usual response, so that no one can lock out the owner of an address; the fourth sends nothing.
  for (const tag of [1, 2, 3, 4]) expect((await signUp(tagged(tag))).status).toBe(200);
  const sent = await Promise.all([1, 2, 3, 4].map(async (tag) => (await emailsTo(tagged(tag))).length));
  expect(sent).toEqual([1, 1, 1, 0]);
  const refused = await resend(tagged(5));
  expect([refused.status, refused.body.code]).toEqual([429, "over_email_send_rate_limit"]);
  expect(refused.body.message).toMatch(
    /^Too many emails were requested for this address\. Please try again in (?:59|60) minutes\.$/,
  );
});

test(
  "sends a confirmed account a recovery after others used up the limit of its mailbox, but not an unconfirmed one",
  { tags: ["11.203"] },
  async () => {
    const user = await newUser("much.asked");
    const [name, domain] = user.email.split("@");
    const waiting = `${name}+waits@${domain}`;
    await signUp(waiting);
    for (const tag of [1, 2, 3]) expect((await recover(`${name}+${tag}@${domain}`)).status).toBe(200);
    for (const email of [waiting, user.email]) expect((await recover(email)).status).toBe(200);
    expect((await emailsTo(waiting)).length).toBe(1);
    expect((await newestEmailLink(user.email, "recovery")).type).toBe("recovery");
  },
);

test("answers some of a hundred concurrent sign-ins of one network, rejects the rest at once, and delays no reader", async () => {
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

const PAGE = { origin: "https://gharsach.example" };

function joinFrom(visitor: Visitor): Promise<Answer> {
  const body = { name: "Asha", email: emailOf("joins") };
  return call(visitor, "POST", "/rest/v1/referral_waitlist", { body, headers: PAGE });
}

function uploadFrom(visitor: Visitor): Promise<Answer> {
  const options = { body: Buffer.from("no picture"), headers: { "content-type": "image/png", ...PAGE } };
  return call(visitor, "POST", `/storage/v1/object/review-proofs/${photoName()}`, options);
}
