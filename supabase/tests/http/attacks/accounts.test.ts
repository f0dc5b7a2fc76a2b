import pLimit from "p-limit";
import { expect, test } from "vitest";
import {
  call,
  type Call,
  claimsOf,
  emailOf,
  logIn,
  mailsTo,
  newUser,
  newVisitor,
  owner,
  photoName,
  plainReview,
  refresh,
  server,
  signedToken,
  tokenPart,
} from "../client.ts";
import {
  DOCUMENTED_SECRET,
  type Fixtures,
  attack,
  attackerElsewhere,
  databaseDigest,
  fixtures,
  steadyHeaders,
} from "./fixtures.ts";

// Guessed passwords, forged tokens, accounts with more rights. Links, replays and the other limits are in accounts/.

type Forgery = (fixtures: Fixtures) => string;

const TOKENS: [string, Forgery][] = [
  ["with the algorithm none", ({ attacker }) => `${tokenPart({ alg: "none", typ: "JWT" })}.${partOf(attacker, 1)}.`],
  ["with the algorithm None", ({ attacker }) => `${tokenPart({ alg: "None" })}.${partOf(attacker, 1)}.`],
  ["with the algorithm nOnE and a signature", ({ attacker }) => withHeader(attacker, { alg: "nOnE" })],
  ["without an algorithm", ({ attacker }) => withHeader(attacker, { typ: "JWT" })],
  ["with the algorithm HS512", ({ attacker }) => withHeader(attacker, { alg: "HS512", typ: "JWT" })],
  ["with the algorithm RS256", ({ attacker }) => withHeader(attacker, { alg: "RS256", typ: "JWT" })],
  ["with a critical extension", ({ attacker }) => withHeader(attacker, { alg: "HS256", crit: ["x"], x: 1 })],
  ["without its signature", ({ attacker }) => attacker.accessToken.replace(/[^.]+$/, "")],
  ["without its third part", ({ attacker }) => attacker.accessToken.replace(/\.[^.]+$/, "")],
  ["with another signature", ({ attacker, victim }) => attacker.accessToken.replace(/[^.]+$/, partOf(victim, 2))],
  ["for the victim, signed for the attacker", ({ attacker, victim }) => withClaims(attacker, { sub: victim.id })],
  ["for service_role, signed for the attacker", ({ attacker }) => withClaims(attacker, { role: "service_role" })],
  ["that never expires, signed for the attacker", ({ attacker }) => withClaims(attacker, { exp: 4_102_444_800 })],
  // Of a session that exists: an unknown one is refused whatever the key.
  ["signed with the documented secret", signedBy(DOCUMENTED_SECRET)],
  ["for service_role, signed with it", signedBy(DOCUMENTED_SECRET, {}, { role: "service_role" })],
  ["signed with the word secret", signedBy("secret")],
  ["signed with the public key", (given) => signedBy(server.publishableKey)(given)],
  ["signed with a space", signedBy(" ")],
  ["with its key in its header", signedBy("secret", { jwk: { kty: "oct", k: "c2VjcmV0" } })],
  ["with its key at an address", signedBy("secret", { jku: "http://127.0.0.1:9/jwks.json" })],
  ["with its key in an empty file", signedBy("", { kid: "../../../../dev/null" })],
  ["with its key in a table", signedBy("a", { kid: "x' union select 'a' --" })],
  // What the server's own key signs is not enough: there has to be a session.
  ["for service_role, signed with the server's key", () => signedToken({ role: "service_role" }, server.jwtSecret)],
  ["for postgres, signed with the server's key", () => signedToken({ role: "postgres" }, server.jwtSecret)],
  [
    "for the victim without a session",
    ({ victim }) => signedToken({ sub: victim.id, session_id: null }, server.jwtSecret),
  ],
  ["for the victim in an unknown session", ({ victim }) => signedToken({ sub: victim.id }, server.jwtSecret)],
  ["for the victim in another session", (given) => ownClaims(given, { sub: given.victim.id })],
  ["that has expired", (given) => ownClaims(given, { exp: 1_700_000_000 })],
  ["that is not valid yet", (given) => ownClaims(given, { nbf: 4_000_000_000 })],
  ["that is the public key", () => server.publishableKey],
  ["that is a secret key of Supabase's form", () => "sb_secret_aaaaaaaaaaaaaaaaaaaaaa_aaaaaaaa"],
  ["that is a refresh token", ({ attacker }) => attacker.refreshToken],
  ["that is SQL", () => "'or'1'='1'--"],
  ["of 6,000 characters", () => `${tokenPart({ alg: "HS256" })}.${"A".repeat(6_000)}.A`],
  ["of three dots", () => "..."],
];

test.for(TOKENS)("a token %s opens nothing", { tags: ["8.44"] }, async ([, forge]) => {
  const given = await fixtures();
  const before = await databaseDigest();
  const forger = { ...newVisitor(), accessToken: forge(given) };
  const photo = { body: "x", headers: { "content-type": "image/png" } };
  const tries: [string, string, Call?][] = [
    ["POST", "/rest/v1/reviews", { body: plainReview() }],
    ["POST", "/rest/v1/rpc/my_review", { body: { review_id: given.named } }],
    ["GET", "/auth/v1/user"],
    ["PUT", "/auth/v1/user", { body: { password: "taken-over-2025" } }],
    ["POST", "/auth/v1/logout?scope=global"],
    ["POST", `/storage/v1/object/review-proofs/${photoName("png")}`, photo],
  ];
  // The public key is what supabase-js sends as a token where there is no session: it reads what everyone reads.
  if (forger.accessToken !== server.publishableKey)
    tries.push(["POST", "/rest/v1/rpc/review_in_context", { body: { review_id: given.named } }]);
  for (const [method, target, options] of tries) {
    const answer = await attack(forger, method, target, options);
    expect([400, 401, 403], `${method} ${target}: ${answer.text}`).toContain(answer.status);
  }
  // The session that it was made from goes on, and no password has changed.
  expect((await call(given.attacker, "GET", "/auth/v1/user")).status).toBe(200);
  expect((await call(given.victim, "GET", "/auth/v1/user")).status).toBe(200);
  expect(await databaseDigest()).toBe(before);
});

test.for([
  ["in place of the key", (token: string) => ({ apikey: token, authorization: null })],
  ["without its scheme", (token: string) => ({ authorization: token })],
  ["as a basic password", (token: string) => ({ authorization: `Basic ${btoa(`x:${token}`)}` })],
  ["in a cookie", (token: string) => ({ authorization: null, cookie: `sb-access-token=${token}; gharsach=${token}` })],
  ["in a header of another name", (token: string) => ({ authorization: null, "x-authorization": `Bearer ${token}` })],
  ["in the address", () => ({ authorization: null })],
] as const)("a valid token %s is no session: no other site can make a browser send it", async ([, headersOf]) => {
  const { victim } = await fixtures();
  const before = await databaseDigest();
  const headers = headersOf(victim.accessToken);
  const query = `?access_token=${victim.accessToken}&token=${victim.accessToken}&jwt=${victim.accessToken}`;
  const insert = await attack(newVisitor(), "POST", `/rest/v1/reviews${query}`, { body: plainReview(), headers });
  expect(insert.status).toBeGreaterThanOrEqual(400);
  expect((await attack(newVisitor(), "GET", `/auth/v1/user${query}`, { headers })).status).toBeGreaterThanOrEqual(400);
  expect(await databaseDigest()).toBe(before);
});

test("of thirty wrong passwords at once ten are tried, and the right one is not found among them", async () => {
  const user = await newUser("guessed.at.once");
  const guesser = newVisitor();
  const guesses = Array.from({ length: 29 }, (_, guess) => logIn(user.email, `guess-${guess}`, guesser));
  // Those sent at once arrive in any order: the right one follows when the first has been refused, while others are under way.
  await Promise.any(guesses.map(async (guess) => expect((await guess).status).toBe(429)));
  expect((await logIn(user.email, user.password, guesser)).status).toBe(429);
  const answers = await Promise.all(guesses);
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
});

const NETWORKS: [string, (guess: number) => string][] = [
  ["one IPv6 network of a provider's customer (/48)", (guess) => `2001:db8:4848:${guess.toString(16)}::1`],
  ["one IPv4 network (/24)", (guess) => `203.0.113.${guess}`],
];

test.for(NETWORKS)(
  "of a hundred guesses from %s ten are tried, and the owner still logs in from another",
  { timeout: 120_000, tags: ["11.204"] },
  async ([, addressOf]) => {
    const user = await newUser("guessed.from.a.network");
    const together = pLimit(6);
    const guesses = Array.from({ length: 100 }, (_, guess) => ({ address: addressOf(guess), accessToken: null }));
    const answers = guesses.map((visitor) => together(() => logIn(user.email, `guess-${visitor.address}`, visitor)));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBe(10);
    expect(statuses.filter((status) => status === 429).length).toBe(90);
    expect((await logIn(user.email, user.password, user)).status).toBe(200);
  },
);

test("an e-mail in other letters is the same account to guess at", async () => {
  const user = await newUser("guessed.in.capitals");
  const guesser = newVisitor();
  const spellings = [user.email, user.email.toUpperCase(), user.email.replace("g", "G")];
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess += 1)
    statuses.push((await logIn(spellings[guess % 3] ?? "", `guess-${guess}`, guesser)).status);
  expect(statuses.at(-1)).toBe(429);
});

test.for(["signup", "recover", "resend"])(
  "%s gives the same answer whether there is an account or not, in words and headers",
  async (action) => {
    const account = await newUser(`asked.by.${action}`);
    const ask = async (email: string) => {
      const body = action === "resend" ? { type: "signup", email } : { email, password: "a-guess-2025" };
      const answer = await attack(newVisitor(), "POST", `/auth/v1/${action}`, { body });
      const shape = JSON.stringify(answer.body, (key, value: unknown) =>
        ["id", "email", "created_at", "updated_at", "confirmation_sent_at"].includes(key) ? typeof value : value,
      );
      return { status: answer.status, shape, headers: steadyHeaders(answer.headers) };
    };
    expect(await ask(account.email)).toEqual(await ask(emailOf("unknown")));
  },
);

const EXTRAS: [string, object][] = [
  ["that is confirmed", { email_confirm: true, confirmed_at: "2020-01-01", email_confirmed_at: "2020-01-01" }],
  ["with a role", { role: "service_role", aud: "service_role", is_super_admin: true, is_sso_user: true }],
  ["with metadata", { data: { role: "admin" }, user_metadata: { role: "admin" }, app_metadata: { role: "admin" } }],
  ["with an id", { id: "00000000-0000-4000-8000-000000000001", user_id: "00000000-0000-4000-8000-000000000001" }],
  ["with a link to elsewhere", { options: { emailRedirectTo: "https://evil.example" }, redirect_to: "//evil.example" }],
  ["with a phone", { phone: "+911234567890", channel: "sms" }],
  ["with a prototype", JSON.parse('{"__proto__":{"role":"service_role"}}') as object],
];

test.for(EXTRAS)("a sign-up creates an ordinary account or none, and not one %s", async ([, extra]) => {
  const email = emailOf("forged.account");
  const body = JSON.stringify({ email, password: "monsoon-2025", ...extra });
  const answer = await attack(newVisitor(), "POST", "/auth/v1/signup?redirect_to=https://evil.example", { body });
  expect([200, 400, 422], answer.text).toContain(answer.status);
  const rows = await owner`
    select id::text, role, aud, confirmed_at, raw_app_meta_data::text as app, raw_user_meta_data::text as metadata
    from auth.users where email = ${email}`;
  expect(rows.length).toBe(answer.status === 200 ? 1 : 0);
  for (const row of rows) {
    expect(row).toMatchObject({ role: "authenticated", aud: "authenticated", confirmed_at: null });
    expect(`${row.app} ${row.metadata}`).not.toMatch(/admin|service_role/);
    expect(row.id).not.toBe("00000000-0000-4000-8000-000000000001");
    expect(JSON.stringify(await mailsTo(email))).not.toContain("evil.example");
  }
});

test("a stolen access token sets no password, deletes no account, and does not make itself younger", async () => {
  const user = await newUser("stolen.token");
  const loggedIn = (await logIn(user.email, user.password, user)).body;
  await owner`
    update auth.sessions set created_at = now() - interval '16 minutes' where user_id = ${user.id}`;
  const thief = { ...newVisitor(), accessToken: loggedIn.access_token };
  const tries: [string, string, object?][] = [
    ["PUT", "/auth/v1/user", { password: "taken-over-2025" }],
    ["PUT", "/auth/v1/user", { password: "taken-over-2025", current_password: "" }],
    ["PUT", "/auth/v1/user", { password: "taken-over-2025", current_password: "a-guess" }],
    ["PUT", "/auth/v1/user", { password: "taken-over-2025", nonce: "123456" }],
    ["PUT", "/auth/v1/user", { email: "thief@mail.example" }],
    ["GET", "/auth/v1/reauthenticate"],
    ["POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token: loggedIn.access_token }],
    ["POST", "/auth/v1/verify", { type: "recovery", token_hash: loggedIn.access_token }],
    ["POST", "/auth/v1/verify", { type: "recovery", token: "123456", email: user.email }],
    ["POST", "/auth/v1/magiclink", { email: user.email }],
    ["POST", "/rest/v1/rpc/begin_deleting_my_account", { with_reviews: true }],
  ];
  for (const [method, target, body] of tries) {
    const answer = await attack(thief, method, target, { body });
    expect(answer.status, `${method} ${target}: ${answer.text}`).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain("access_token");
  }
  // What it may ask for goes to the mailbox of the owner.
  expect((await attack(thief, "POST", "/auth/v1/recover", { body: { email: user.email } })).text).toBe("{}");
  // The owner refreshes, and the session stays as old as it is.
  const refreshed = (await refresh(loggedIn.refresh_token)).body.access_token;
  const younger = { ...newVisitor(), accessToken: refreshed };
  const deleted = await attack(younger, "POST", "/rest/v1/rpc/begin_deleting_my_account", {
    body: { with_reviews: true },
  });
  expect(deleted.status, deleted.text).toBeGreaterThanOrEqual(400);
  expect((await logIn(user.email, user.password, newVisitor())).status).toBe(200);
});

test.for([
  ["the role", { role: "service_role" }],
  ["metadata", { data: { role: "admin" } }],
  ["metadata of the service", { app_metadata: { role: "admin" } }],
  ["the e-mail", { email: "another@mail.example" }],
  ["the phone", { phone: "+911234567890" }],
  ["another id", { id: "00000000-0000-4000-8000-000000000001", password: undefined }],
  ["the ban", { ban_duration: "none" }],
  ["the confirmation", { email_confirm: true }],
])("a user cannot change %s", async ([, change]) => {
  const before = await databaseDigest();
  const answer = await attack(await attackerElsewhere(), "PUT", "/auth/v1/user", { body: change });
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(await databaseDigest()).toBe(before);
});

function partOf({ accessToken }: { accessToken: string }, index: number): string {
  return accessToken.split(".")[index] ?? "";
}

function withHeader(user: { accessToken: string }, header: object): string {
  return `${tokenPart(header)}.${partOf(user, 1)}.${partOf(user, 2)}`;
}

function withClaims(user: { accessToken: string }, changes: object): string {
  return `${partOf(user, 0)}.${tokenPart({ ...claimsOf(user.accessToken), ...changes })}.${partOf(user, 2)}`;
}

/** The attacker's claims with changes, signed with this key. */
function signedBy(key: string, header: object = {}, changes: object = {}): Forgery {
  return ({ attacker }) => signedToken({ ...claimsOf(attacker.accessToken), ...changes }, key, header);
}

function ownClaims(given: Fixtures, changes: object): string {
  return signedBy(server.jwtSecret, {}, changes)(given);
}
