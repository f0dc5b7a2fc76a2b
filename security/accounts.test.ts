import { createHmac, randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import {
  type Answer,
  type Call,
  type Visitor,
  call,
  emailOf,
  mailsTo,
  newVisitor,
  newestMailLink,
  owner,
  plainReview,
  signUpAndConfirm,
} from "../supabase/tests/visitors.ts";
import { type Town, attack, everythingStored, ourTown } from "./town.ts";

// Somebody who has a week's time tries keys: passwords, codes, tokens that were used before, and tokens made by hand.

const DEFAULT_SECRET = "super-secret-jwt-token-with-at-least-32-characters-long";

const TOKENS: [string, (town: Town) => string][] = [
  [
    "without a signature, by the algorithm none",
    ({ attacker }) => `${part({ alg: "none", typ: "JWT" })}.${claimsOf(attacker)}.`,
  ],
  ["by the algorithm None", ({ attacker }) => `${part({ alg: "None" })}.${claimsOf(attacker)}.`],
  [
    "by the algorithm nOnE, with the old signature",
    ({ attacker }) => `${part({ alg: "nOnE" })}.${claimsOf(attacker)}.${signatureOf(attacker)}`,
  ],
  ["by no algorithm", ({ attacker }) => `${part({ typ: "JWT" })}.${claimsOf(attacker)}.${signatureOf(attacker)}`],
  [
    "by the algorithm HS512",
    ({ attacker }) => `${part({ alg: "HS512", typ: "JWT" })}.${claimsOf(attacker)}.${signatureOf(attacker)}`,
  ],
  ["with its signature cut off", ({ attacker }) => `${headerOf(attacker)}.${claimsOf(attacker)}.`],
  ["without its third part", ({ attacker }) => `${headerOf(attacker)}.${claimsOf(attacker)}`],
  [
    "with one letter of the signature changed",
    ({ attacker }) =>
      `${headerOf(attacker)}.${claimsOf(attacker)}.${signatureOf(attacker).replace(/^./, (first) => (first === "A" ? "B" : "A"))}`,
  ],
  ["for the victim, with the attacker's signature", ({ attacker, victim }) => withClaims(attacker, { sub: victim.id })],
  [
    "for the role service_role, with the attacker's signature",
    ({ attacker }) => withClaims(attacker, { role: "service_role" }),
  ],
  [
    "for the role postgres, with the attacker's signature",
    ({ attacker }) => withClaims(attacker, { role: "postgres" }),
  ],
  [
    "for the role supabase_admin, with the attacker's signature",
    ({ attacker }) => withClaims(attacker, { role: "supabase_admin" }),
  ],
  ["that never ends, with the attacker's signature", ({ attacker }) => withClaims(attacker, { exp: 4_102_444_800 })],
  ["for postgres, signed with the secret of the documentation", () => signed({ role: "postgres" }, DEFAULT_SECRET)],
  [
    "for service_role, signed with the secret of the documentation",
    () => signed({ role: "service_role" }, DEFAULT_SECRET),
  ],
  [
    "for the victim, signed with the secret of the documentation",
    ({ victim }) => signed({ sub: victim.id }, DEFAULT_SECRET),
  ],
  ["for the victim, signed with the word secret", ({ victim }) => signed({ sub: victim.id }, "secret")],
  ["for the victim, signed with the public key", ({ victim }) => signed({ sub: victim.id }, inject("publishableKey"))],
  ["for the victim, signed with nothing but a space", ({ victim }) => signed({ sub: victim.id }, " ")],
  [
    "with its key in its head",
    ({ victim }) => signed({ sub: victim.id }, "secret", { jwk: { kty: "oct", k: "c2VjcmV0" } }),
  ],
  [
    "with its key at an address",
    ({ victim }) => signed({ sub: victim.id }, "secret", { jku: "http://127.0.0.1:9/jwks.json" }),
  ],
  ["with its key in a file", ({ victim }) => signed({ sub: victim.id }, "", { kid: "../../../../dev/null" }, " ")],
  ["with its key in a table", ({ victim }) => signed({ sub: victim.id }, "a", { kid: "x' union select 'a' --" })],
  ["that is the public key", () => inject("publishableKey")],
  ["that is a secret key of Supabase's form", () => "sb_secret_aaaaaaaaaaaaaaaaaaaaaa_aaaaaaaa"],
  ["that is a refresh token", ({ victim }) => victim.refreshToken.slice(0, 4) + "x"],
  ["that is SQL", () => "' or '1'='1"],
  ["that is very long", () => `${part({ alg: "HS256" })}.${"A".repeat(6_000)}.A`],
  ["that is three dots", () => "..."],
];

test.for(TOKENS)("a token %s opens nothing", async ([, forge]) => {
  const town = await ourTown();
  const before = await everythingStored();
  const forger = { ...newVisitor(), accessToken: forge(town) };
  const tries: [string, string, Call?][] = [
    ["POST", "/rest/v1/reviews", { body: plainReview() }],
    ["POST", "/rest/v1/rpc/my_review_exists", { body: { review_id: town.named } }],
    ["GET", "/auth/v1/user"],
    ["PUT", "/auth/v1/user", { body: { password: "taken-over-2025" } }],
    [
      "POST",
      `/storage/v1/object/review-proofs/public/1763700000000-abcdefgh.png`,
      { body: "x", headers: { "content-type": "image/png" } },
    ],
    ["GET", "/rest/v1/review_reports"],
    ["GET", "/auth/v1/admin/users"],
  ];
  for (const [method, target, options] of tries) {
    const answer = await attack(forger, method, target, options);
    expect(answer.text, target).not.toBe("true");
    expect(answer.status === 200 && answer.text !== "false", `${method} ${target}: ${answer.text}`).toBe(false);
  }
  // Whose rights it got: anybody's at most.
  const read = await attack(forger, "GET", `/rest/v1/reviews?select=id&id=eq.${town.hidden}`);
  expect([401, 200]).toContain(read.status);
  expect(read.text).not.toContain(town.hidden);
  // The session that it was made from still speaks for its owner, and no password has changed.
  expect(await everythingStored()).toBe(before);
});

test.for([
  ["in place of the key", (token: string) => ({ apikey: token, authorization: null })],
  ["without its scheme", (token: string) => ({ authorization: token })],
  ["as a password of the simplest kind", (token: string) => ({ authorization: `Basic ${btoa(`x:${token}`)}` })],
  [
    "in a cookie",
    (token: string) => ({ authorization: null, cookie: `sb-access-token=${token}; gharsach-auth=${token}` }),
  ],
  ["in a header of another name", (token: string) => ({ authorization: null, "x-authorization": `Bearer ${token}` })],
] as const)("a good session %s is none: cookies and the like cannot be ridden on", async ([, headersOf]) => {
  const { victim } = await ourTown();
  const before = await everythingStored();
  const visitor = { ...newVisitor(), accessToken: victim.accessToken };
  const headers = headersOf(victim.accessToken);
  expect(
    (await attack(visitor, "POST", "/rest/v1/reviews", { body: plainReview(), headers })).status,
  ).toBeGreaterThanOrEqual(400);
  expect((await attack(visitor, "GET", "/auth/v1/user", { headers })).status).toBeGreaterThanOrEqual(400);
  expect(await everythingStored()).toBe(before);
});

test("a refresh token that was used and comes again ends the session of thief and owner", async () => {
  const owned = await signUpAndConfirm("refreshed");
  const first = await refresh(owned, owned.refreshToken);
  expect(first.status).toBe(200);
  await refresh(owned, first.body.refresh_token);
  await owner`
    update auth.refresh_tokens set updated_at = now() - interval '1 minute' where user_id::text = ${owned.id} and revoked`;
  expect((await refresh(newVisitor(), owned.refreshToken)).status).toBe(400);
  expect((await refresh(newVisitor(), first.body.refresh_token)).status).toBe(400);
});

test.for([
  ["of another form", "../../etc/passwd"],
  ["of the right form", "aaaaaaaaaaaa"],
  ["that is a pattern", "%"],
  ["that is a list", ["a"] as unknown],
  ["that is SQL", "' or true --"],
  ["that is nothing", ""],
])("a refresh token %s gives no session", async ([, token]) => {
  const answer = await attack(newVisitor(), "POST", "/auth/v1/token?grant_type=refresh_token", {
    body: { refresh_token: token },
  });
  expect(answer.status).toBe(400);
  expect(answer.text).not.toContain("access_token");
});

test("after ten wrong passwords the right one does not help either, from that address", async () => {
  const owned = await signUpAndConfirm("guessed");
  const guesser = newVisitor();
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1)
    statuses.push((await logIn(guesser, owned.email, guess < 11 ? `guess-${guess}` : owned.password)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
  expect((await logIn(newVisitor(), owned.email, owned.password)).status).toBe(200);
});

test("of thirty wrong passwords at once ten are tried, and the right one is not found among them", async () => {
  const owned = await signUpAndConfirm("guessed.at.once");
  const guesser = newVisitor();
  const guesses = Array.from({ length: 30 }, (_, guess) => (guess < 29 ? `guess-${guess}` : owned.password));
  const answers = await Promise.all(guesses.map((guess) => logIn(guesser, owned.email, guess)));
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
  expect(answers.at(-1)?.status).toBe(429);
});

test("an address that is made up for each guess is not believed", async () => {
  const owned = await signUpAndConfirm("guessed.from.everywhere");
  const { address } = newVisitor();
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const headers = {
      "x-forwarded-for": `198.51.100.${guess}, ${address}`,
      ...{
        "x-real-ip": `198.51.100.${guess}`,
        forwarded: `for=198.51.100.${guess}`,
        "cf-connecting-ip": `198.51.100.${guess}`,
      },
    };
    statuses.push((await logIn({ address, accessToken: null }, owned.email, `guess-${guess}`, headers)).status);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
});

test("an e-mail written in other letters is the same account to guess at", async () => {
  const owned = await signUpAndConfirm("guessed.in.capitals");
  const guesser = newVisitor();
  const spellings = [
    owned.email,
    owned.email.toUpperCase(),
    ` ${owned.email}`,
    `${owned.email} `,
    owned.email.replace("g", "G"),
  ];
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess += 1)
    statuses.push((await logIn(guesser, spellings[guess % spellings.length] ?? "", `guess-${guess}`)).status);
  expect(statuses.at(-1)).toBe(429);
});

test("the code in a mail cannot be guessed: thirty tries from an address, and the codes have ten digits", async () => {
  const email = emailOf("coded");
  await signUp(newVisitor(), email);
  const guesser = newVisitor();
  const statuses: number[] = [];
  for (let guess = 0; guess < 32; guess += 1) {
    const body = { type: "signup", email, token: String(guess).padStart(10, "0") };
    statuses.push((await attack(guesser, "POST", "/auth/v1/verify", { body })).status);
  }
  expect(new Set(statuses.slice(0, 30))).toEqual(new Set([403]));
  expect(statuses.slice(30)).toEqual([429, 429]);
});

const LINKS: [string, (hash: string, email: string) => object][] = [
  ["for another purpose", (hash) => ({ type: "recovery", token_hash: hash })],
  ["as a magic link", (hash) => ({ type: "magiclink", token_hash: hash })],
  ["as an invitation", (hash) => ({ type: "invite", token_hash: hash })],
  ["as a change of e-mail", (hash) => ({ type: "email_change", token_hash: hash })],
  ["as an e-mail of any kind", (hash) => ({ type: "email", token_hash: hash })],
  ["in capitals", (hash) => ({ type: "signup", token_hash: hash.toUpperCase() })],
  ["cut short", (hash) => ({ type: "signup", token_hash: hash.slice(0, -1) })],
  ["as a pattern", (hash) => ({ type: "signup", token_hash: `${hash.slice(0, 8)}%` })],
  ["as a code", (hash, email) => ({ type: "signup", email, token: hash })],
  ["for another's e-mail", (hash) => ({ type: "signup", email: "victim@1.example", token: hash.slice(0, 10) })],
  ["in a list", (hash) => ({ type: "signup", token_hash: [hash] })],
];

test("a link in a mail opens what it was sent for, and nothing else", async () => {
  const email = emailOf("linked");
  await signUp(newVisitor(), email);
  const { tokenHash } = await newestMailLink(email);
  for (const [how, body] of LINKS) {
    const answer = await attack(newVisitor(), "POST", "/auth/v1/verify", { body: body(tokenHash, email) });
    expect(answer.status, how).toBeGreaterThanOrEqual(400);
    expect(answer.text, how).not.toContain("access_token");
  }
  const right = { type: "signup", token_hash: tokenHash };
  expect((await attack(newVisitor(), "POST", "/auth/v1/verify", { body: right })).status).toBe(200);
  expect((await attack(newVisitor(), "POST", "/auth/v1/verify", { body: right })).status).toBe(403);
});

test.for(["signup", "recover", "resend"])(
  "%s answers alike whether there is an account or not, in words and headers",
  async (action) => {
    const account = await signUpAndConfirm(`asked.by.${action}`);
    const ask = async (email: string) => {
      const body = action === "resend" ? { type: "signup", email } : { email, password: "a-guess-2025" };
      const answer = await attack(newVisitor(), "POST", `/auth/v1/${action}`, { body });
      const shape = JSON.stringify(answer.body, (key, value: unknown) =>
        ["id", "email", "created_at", "updated_at", "confirmation_sent_at"].includes(key) ? typeof value : value,
      );
      const headers = [...answer.headers].filter(([name]) => !/^(?:date|x-request-id|content-length)$/.test(name));
      return { status: answer.status, shape, headers };
    };
    expect(await ask(account.email)).toEqual(await ask(emailOf("nobody")));
  },
);

test("a wrong password and an unknown e-mail get one answer, in words and headers", async () => {
  const { victim } = await ourTown();
  const [known, unknown] = [
    await logIn(newVisitor(), victim.email, "wrong-2025"),
    await logIn(newVisitor(), emailOf("nobody"), "wrong-2025"),
  ];
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
});

test.for([
  ["log-in", "/auth/v1/token?grant_type=password"],
  ["sign-up", "/auth/v1/signup"],
])("%s takes as long for an e-mail that has an account as for one that has none", async ([, target = ""]) => {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const account = await signUpAndConfirm(`timed${turn}`);
    known.push(await timed(target, { email: account.email, password: "wrong-2025" }));
    unknown.push(await timed(target, { email: emailOf("nobody"), password: "wrong-2025" }));
  }
  // The quickest of each: the machine may be busy. Leaving out the hash of the password was fifteen times faster.
  const [one, other] = [Math.min(...known), Math.min(...unknown)];
  expect(Math.max(one, other) / Math.min(one, other)).toBeLessThan(4);
});

test("one address signs up and in thirty times in five minutes, then waits", async () => {
  const visitor = newVisitor();
  const before = await everythingStored();
  const statuses: number[] = [];
  for (let turn = 0; turn < 35; turn += 1)
    statuses.push(
      (await attack(visitor, "POST", "/auth/v1/signup", { body: { email: emailOf("flood"), password: "short" } }))
        .status,
    );
  expect(statuses.slice(0, 30)).not.toContain(429);
  expect(new Set(statuses.slice(30))).toEqual(new Set([429]));
  expect(await everythingStored()).toBe(before);
});

test("a flood of sign-ups of one address is one mail, and says how long to wait", async () => {
  const email = emailOf("mailed.once");
  const answers: Answer[] = [];
  for (let turn = 0; turn < 5; turn += 1) answers.push(await signUp(newVisitor(), email));
  expect(answers.map(({ status }) => status)).toEqual([200, 429, 429, 429, 429]);
  expect(Number(answers[1]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await mailsTo(email)).length).toBe(1);
});

const EXTRAS: [string, object][] = [
  [
    "one that is confirmed already",
    { email_confirm: true, confirmed_at: "2020-01-01", email_confirmed_at: "2020-01-01" },
  ],
  ["one with a role", { role: "service_role", aud: "service_role" }],
  [
    "one with facts of its own",
    { data: { role: "admin" }, user_metadata: { role: "admin" }, app_metadata: { role: "admin" } },
  ],
  [
    "one with the victim's id",
    { id: "00000000-0000-4000-8000-000000000001", user_id: "00000000-0000-4000-8000-000000000001" },
  ],
  [
    "one that waits for no mail",
    { options: { emailRedirectTo: "https://evil.example" }, gotrue_meta_security: { captcha_token: "x" } },
  ],
];

test.for(EXTRAS)("a sign-up makes an ordinary account, not %s", async ([, extra]) => {
  const email = emailOf("forged.account");
  const answer = await attack(newVisitor(), "POST", "/auth/v1/signup?redirect_to=https://evil.example", {
    body: { email, password: "monsoon-2025", ...extra },
  });
  expect(answer.status, answer.text).toBe(200);
  const [row] = await owner`
    select id::text, role, confirmed_at, raw_app_meta_data::text as app, raw_user_meta_data::text as facts
    from auth.users where email = ${email}`;
  expect(row).toMatchObject({ role: "authenticated", confirmed_at: null });
  expect(`${row?.app} ${row?.facts}`).not.toContain("admin");
  expect(row?.id).not.toBe("00000000-0000-4000-8000-000000000001");
  expect(JSON.stringify(await mailsTo(email))).not.toContain("evil.example");
});

test.for([
  ["the role", { role: "service_role" }],
  ["facts about the user", { data: { role: "admin" } }],
  ["facts of the service", { app_metadata: { role: "admin" } }],
  ["the e-mail", { email: "somebody.else@mail.example" }],
  ["the phone", { phone: "+911234567890" }],
  ["somebody else's password", { id: "00000000-0000-4000-8000-000000000001", password: undefined }],
  ["the ban", { ban_duration: "none" }],
  ["the confirmation", { email_confirm: true }],
])("a user cannot change %s", async ([, change]) => {
  const { attacker } = await ourTown();
  const before = await everythingStored();
  const visitor = { ...attacker, address: newVisitor().address };
  expect((await attack(visitor, "PUT", "/auth/v1/user", { body: change })).status).toBe(400);
  expect(await everythingStored()).toBe(before);
});

test("a change of the password carries nothing else along, and is the changer's alone", async () => {
  const { victim } = await ourTown();
  const changer = await signUpAndConfirm("changer");
  const body = {
    password: "changed-2025",
    email: "x@y.example",
    id: victim.id,
    role: "postgres",
    data: { admin: true },
  };
  expect((await attack(changer, "PUT", `/auth/v1/user?id=${victim.id}`, { body })).status).toBe(200);
  const [row] =
    await owner`select email, role, raw_user_meta_data::text as facts from auth.users where id::text = ${changer.id}`;
  expect(row).toMatchObject({ email: changer.email, role: "authenticated" });
  expect(String(row?.facts)).not.toContain("admin");
  expect((await logIn(newVisitor(), victim.email, victim.password)).status).toBe(200);
});

const ADMIN: [string, string, (town: Town) => string, unknown?][] = [
  ["list users", "GET", () => "/auth/v1/admin/users"],
  ["look at a user", "GET", ({ victim }) => `/auth/v1/admin/users/${victim.id}`],
  [
    "make a user",
    "POST",
    () => "/auth/v1/admin/users",
    { email: "made@mail.example", password: "monsoon-2025", email_confirm: true },
  ],
  ["change a user", "PUT", ({ victim }) => `/auth/v1/admin/users/${victim.id}`, { password: "taken-2025" }],
  ["delete a user", "DELETE", ({ victim }) => `/auth/v1/admin/users/${victim.id}`],
  [
    "make a link for a user",
    "POST",
    () => "/auth/v1/admin/generate_link",
    { type: "recovery", email: "victim@1.example" },
  ],
  ["read the audit", "GET", () => "/auth/v1/admin/audit"],
  ["invite", "POST", () => "/auth/v1/invite", { email: "made@mail.example" }],
  ["send a magic link", "POST", () => "/auth/v1/magiclink", { email: "made@mail.example" }],
  [
    "send a code that makes an account",
    "POST",
    () => "/auth/v1/otp",
    { email: "made@mail.example", create_user: true },
  ],
  ["sign in without an e-mail", "POST", () => "/auth/v1/signup", { data: {} }],
  ["sign up by phone", "POST", () => "/auth/v1/signup", { phone: "+911234567890", password: "monsoon-2025" }],
  [
    "sign in by a foreign token",
    "POST",
    () => "/auth/v1/token?grant_type=id_token",
    { provider: "google", id_token: "x" },
  ],
  [
    "sign in by a code of another flow",
    "POST",
    () => "/auth/v1/token?grant_type=pkce",
    { auth_code: "x", code_verifier: "y" },
  ],
  ["sign in by another service", "GET", () => "/auth/v1/authorize?provider=google&redirect_to=https://evil.example"],
  ["come back from another service", "GET", () => "/auth/v1/callback?code=x&state=y"],
  [
    "use a link by GET, as mail scanners do",
    "GET",
    () => "/auth/v1/verify?token=x&type=signup&redirect_to=https://evil.example",
  ],
  ["sign in by another company", "POST", () => "/auth/v1/sso", { domain: "evil.example" }],
  ["add a second factor", "POST", () => "/auth/v1/factors", { factor_type: "totp" }],
  ["link an identity", "GET", () => "/auth/v1/user/identities/authorize?provider=google"],
  ["delete oneself", "DELETE", () => "/auth/v1/user"],
  ["log out without a session", "POST", () => "/auth/v1/logout?scope=global", {}],
];

test.for(ADMIN)("nobody who attacks may %s", async ([, method, target, body]) => {
  const town = await ourTown();
  const before = await everythingStored();
  for (const visitor of [newVisitor(), { ...newVisitor(), accessToken: inject("publishableKey") }]) {
    const answer = await attack(visitor, method, target(town), { body });
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get("location") ?? "").not.toContain("evil");
  }
  if (!target(town).includes("logout")) {
    const visitor = { ...town.attacker, address: newVisitor().address };
    await attack(visitor, method, target(town), { body });
  }
  expect(await everythingStored()).toBe(before);
});

test("logging out ends one's own session and nobody else's", async () => {
  const { victim } = await ourTown();
  const leaver = await signUpAndConfirm("leaver");
  const body = { scope: "global", user_id: victim.id };
  await attack(leaver, "POST", `/auth/v1/logout?scope=global&user_id=${victim.id}`, { body });
  expect((await call(leaver, "GET", "/auth/v1/user")).status).toBeGreaterThanOrEqual(400);
  expect((await call(victim, "GET", "/auth/v1/user")).status).toBe(200);
});

const BODIES: [string, unknown][] = [
  ["a list", []],
  ["a number", 1],
  ["null", "null"],
  ["nothing", ""],
  ["broken", '{"email":'],
  ["an e-mail that is an object", { email: { ne: "" }, password: { ne: "" } }],
  ["an e-mail that is a list", { email: ["a@b.example"], password: ["x"] }],
  ["a NUL", { email: "a\0@b.example", password: "monsoon-2025" }],
  ["half a character", { email: "a\ud800@b.example", password: "monsoon-2025" }],
  ["two mailboxes", { email: "a@b.example,c@d.example", password: "monsoon-2025" }],
  ["a mailbox with a name", { email: "Evil <a@b.example>", password: "monsoon-2025" }],
  ["a header in the e-mail", { email: "a@b.example\r\nBcc: c@d.example", password: "monsoon-2025" }],
  ["an e-mail without an end", { email: `${"a".repeat(3000)}@b.example`, password: "monsoon-2025" }],
  ["more than any request has", { email: "a@b.example", password: "x".repeat(300_000) }],
  ["the prototype of all objects", '{"__proto__":{"email":"a@b.example"},"email":1,"password":"monsoon-2025"}'],
];

test.for(BODIES)("a request to the account service that holds %s is refused by every call", async ([, body]) => {
  await ourTown();
  const before = await everythingStored();
  for (const target of [
    "signup",
    "token?grant_type=password",
    "token?grant_type=refresh_token",
    "verify",
    "recover",
    "resend",
  ]) {
    const answer = await attack(newVisitor(), "POST", `/auth/v1/${target}`, { body });
    expect(answer.status, target).toBeGreaterThanOrEqual(400);
  }
  expect(await everythingStored()).toBe(before);
});

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

const headerOf = ({ accessToken }: { accessToken: string }) => accessToken.split(".")[0] ?? "";
const claimsOf = ({ accessToken }: { accessToken: string }) => accessToken.split(".")[1] ?? "";
const signatureOf = ({ accessToken }: { accessToken: string }) => accessToken.split(".")[2] ?? "";

function withClaims(user: { accessToken: string }, changes: object): string {
  const claims = JSON.parse(Buffer.from(claimsOf(user), "base64url").toString()) as object;
  return `${headerOf(user)}.${part({ ...claims, ...changes })}.${signatureOf(user)}`;
}

function signed(claims: object, secret: string, header: object = {}, key = secret || " "): string {
  const now = Math.floor(Date.now() / 1000);
  const all = {
    aud: "authenticated",
    role: "authenticated",
    sub: randomUUID(),
    session_id: randomUUID(),
    iat: now,
    exp: now + 3600,
    ...claims,
  };
  const text = `${part({ alg: "HS256", typ: "JWT", ...header })}.${part(all)}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

function signUp(visitor: Visitor, email: string): Promise<Answer> {
  return attack(visitor, "POST", "/auth/v1/signup", { body: { email, password: "monsoon-2025" } });
}

function logIn(visitor: Visitor, email: string, password: string, headers: Call["headers"] = {}): Promise<Answer> {
  return call(visitor, "POST", "/auth/v1/token?grant_type=password", { body: { email, password }, headers });
}

function refresh(visitor: Visitor, token: string): Promise<Answer> {
  return call({ ...visitor, accessToken: null }, "POST", "/auth/v1/token?grant_type=refresh_token", {
    body: { refresh_token: token },
  });
}

async function timed(target: string, body: object): Promise<number> {
  const started = performance.now();
  await call(newVisitor(), "POST", target, { body });
  return performance.now() - started;
}
