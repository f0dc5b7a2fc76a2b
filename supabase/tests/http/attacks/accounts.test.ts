import { expect, test } from "vitest";
import {
  type Call,
  claimsOf,
  emailOf,
  getUser,
  logIn,
  logOut,
  emailsTo,
  newUser,
  newVisitor,
  owner,
  photoName,
  plainReview,
  server,
  signedInAgain,
  signedToken,
  signUp,
  tokenPart,
} from "../client.ts";
import { attack, DOCUMENTED_SECRET, expectNoChange, type Fixtures, fixtures } from "./fixtures.ts";

type Forgery = (fixtures: Fixtures) => string | Promise<string>;

const TOKENS: [string, Forgery][] = [
  ["with the algorithm none", ({ attacker }) => `${tokenPart({ alg: "none", typ: "JWT" })}.${partOf(attacker, 1)}.`],
  ["with the algorithm nOnE and a signature", ({ attacker }) => withHeader(attacker, { alg: "nOnE" })],
  ["with the algorithm HS512", ({ attacker }) => withHeader(attacker, { alg: "HS512", typ: "JWT" })],
  ["with the algorithm RS256", ({ attacker }) => withHeader(attacker, { alg: "RS256", typ: "JWT" })],
  ["with a critical extension", ({ attacker }) => withHeader(attacker, { alg: "HS256", crit: ["x"], x: 1 })],
  ["with another signature", ({ attacker, victim }) => attacker.accessToken.replace(/[^.]+$/, partOf(victim, 2))],
  ["for the victim, signed for the attacker", ({ attacker, victim }) => withClaims(attacker, { sub: victim.id })],
  ["that never expires, signed for the attacker", ({ attacker }) => withClaims(attacker, { exp: 4_102_444_800 })],
  // These claims name an existing session, so only the key is wrong.
  ["signed with the documented secret", signedBy(DOCUMENTED_SECRET)],
  ["signed with the public key", (given) => signedBy(server.publishableKey)(given)],
  ["with its key in its header", signedBy("secret", { jwk: { kty: "oct", k: "c2VjcmV0" } })],
  ["with its key in an empty file", signedBy("", { kid: "../../../../dev/null" })],
  // In these the signature is valid, but the role, session or time is not. The last four are not access tokens.
  ["for service_role, signed with the server's key", (given) => ownClaims(given, { role: "service_role" })],
  [
    "for the victim without a session",
    ({ victim }) => signedToken({ sub: victim.id, session_id: null }, server.jwtSecret),
  ],
  ["for the victim in an unknown session", ({ victim }) => signedToken({ sub: victim.id }, server.jwtSecret)],
  ["for the victim in another session", (given) => ownClaims(given, { sub: given.victim.id })],
  ["of a session that has ended", endedSession],
  ["that has expired", (given) => ownClaims(given, { exp: 1_700_000_000 })],
  ["that is the public key", () => server.publishableKey],
  ["that is a secret key of Supabase's form", () => "sb_secret_aaaaaaaaaaaaaaaaaaaaaa_aaaaaaaa"],
  ["that is a refresh token", ({ attacker }) => attacker.refreshToken],
  ["of 6,000 characters", () => `${tokenPart({ alg: "HS256" })}.${"A".repeat(6_000)}.A`],
];

test.for(TOKENS)("refuses a token %s", { tags: ["8.41"] }, async ([, forge]) => {
  const given = await fixtures();
  const forger = newVisitor(await forge(given));
  const photo = { body: "x", headers: { "content-type": "image/png" } };
  await expectNoChange(async () => {
    for (const [method, target, options] of [
      ["POST", "/rest/v1/reviews", { body: plainReview() }],
      ["POST", "/rest/v1/rpc/my_review", { body: { review_id: given.named } }],
      ["GET", "/auth/v1/user", {}],
      ["PUT", "/auth/v1/user", { body: { password: "taken-over-2025" } }],
      ["POST", "/auth/v1/logout?scope=global", {}],
      ["POST", `/storage/v1/object/review-proofs/${photoName()}`, photo],
    ] as const) {
      const answer = await attack(forger, method, target, options);
      expect([400, 401, 403], `${method} ${target}: ${answer.text}`).toContain(answer.status);
    }
  });
  for (const user of [given.attacker, given.victim]) expect((await getUser(user)).status).toBe(200);
});

test("accepts a valid token only in the Authorization header", async () => {
  const { victim } = await fixtures();
  const token = victim.accessToken;
  const query = `?access_token=${token}&token=${token}&jwt=${token}`;
  const elsewhere: Call["headers"][] = [
    { apikey: token, authorization: null },
    { authorization: token },
    { authorization: `Basic ${btoa(`x:${token}`)}` },
    {
      authorization: null,
      cookie: `sb-access-token=${token}; gharsach=${token}`,
      "x-authorization": `Bearer ${token}`,
    },
  ];
  for (const headers of elsewhere) {
    const insert = () => attack(newVisitor(), "POST", `/rest/v1/reviews${query}`, { body: plainReview(), headers });
    expect((await expectNoChange(insert)).status).toBeGreaterThanOrEqual(400);
    const asked = await attack(newVisitor(), "GET", `/auth/v1/user${query}`, { headers });
    expect(asked.status).toBeGreaterThanOrEqual(400);
  }
});

test("tries ten of thirty concurrent wrong passwords", async () => {
  const user = await newUser("guessed.at.once");
  const guesser = newVisitor();
  const guesses = Array.from({ length: 29 }, (_, guess) => logIn(user.email, `guess-${guess}`, guesser));
  // Concurrent requests arrive in any order, so the right password follows the first 429.
  await Promise.any(guesses.map(async (guess) => expect((await guess).status).toBe(429)));
  expect((await logIn(user.email, user.password, guesser)).status).toBe(429);
  const answers = await Promise.all(guesses);
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
});

test("ignores roles in the metadata of a sign-up", async () => {
  const email = emailOf("forged.account");
  const data = { role: "service_role", app_metadata: { role: "admin" }, is_super_admin: true };
  expect((await signUp(email, "monsoon-2025", newVisitor(), { data })).status).toBe(200);
  const [row] = await owner`
    select role, aud, confirmed_at, concat(raw_app_meta_data, raw_user_meta_data) as metadata from auth.users
    where email = ${email}`;
  expect(row).toMatchObject({ role: "authenticated", aud: "authenticated", confirmed_at: null });
  expect(row?.metadata).not.toMatch(/admin|service_role/);
  expect(await emailsTo(email)).toHaveLength(1);
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

/** Signs the attacker's claims, with changes. */
function signedBy(key: string, header: object = {}, changes: object = {}) {
  return ({ attacker }: Fixtures) => signedToken({ ...claimsOf(attacker.accessToken), ...changes }, key, header);
}

function ownClaims(given: Fixtures, changes: object): string {
  return signedBy(server.jwtSecret, {}, changes)(given);
}

async function endedSession({ attacker }: Fixtures): Promise<string> {
  const session = await signedInAgain(attacker);
  await logOut(session, "local");
  return session.accessToken;
}
