import { createHmac } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import {
  call,
  emailOf,
  expectRefusal,
  insertReview,
  knownUser,
  mailsTo,
  newVisitor,
  owner,
  plainReview,
  publishReview,
  rpc,
  storedRows,
  type Answer,
  type Call,
} from "./visitors.ts";
import { server } from "./worker-server.ts";

const NOT_OURS: [string, string, Call?][] = [
  ["GET", "/_system"],
  ["GET", "/_system/config"],
  ["GET", "/_system/info"],
  ["GET", "/_system/introspect"],
  ["GET", "/_system/ping"],
  ["GET", "/_system/status"],
  ["POST", "/_system/query", { body: { sql: "select 1" } }],
  ["GET", "/_studio"],
  ["GET", "/auth/v1"],
  ["GET", "/auth/v1/health"],
  ["GET", "/auth/v1/settings"],
  ["GET", "/auth/v1/authorize?provider=github"],
  ["GET", "/auth/v1/callback?code=x"],
  ["POST", "/auth/v1/callback", { body: {} }],
  ["GET", "/auth/v1/verify?token=x&type=signup"],
  ["GET", "/auth/v1/reauthenticate"],
  ["GET", "/auth/v1/.well-known/jwks.json"],
  ["GET", "/auth/v1/.well-known/openid-configuration"],
  ["POST", "/auth/v1/otp", { body: { email: "otp@mail.example", create_user: true } }],
  ["POST", "/auth/v1/magiclink", { body: { email: "magic@mail.example" } }],
  ["POST", "/auth/v1/invite", { body: { email: "invite@mail.example" } }],
  ["GET", "/auth/v1/admin/users"],
  ["POST", "/auth/v1/admin/users", { body: { email: "admin@mail.example", email_confirm: true } }],
  ["POST", "/auth/v1/admin/generate_link", { body: { type: "magiclink", email: "admin@mail.example" } }],
  ["POST", "/auth/v1/token?grant_type=pkce", { body: { auth_code: "x", code_verifier: "y" } }],
  ["POST", "/auth/v1/token?grant_type=id_token", { body: { provider: "google", id_token: "x" } }],
  ["POST", "/auth/v1/token", { body: { email: "a@b.example", password: "monsoon-2025" } }],
  ["POST", "/auth/v1/factors", { body: { factor_type: "totp" } }],
  ["DELETE", "/auth/v1/user"],
  ["GET", "/rest/v1"],
  ["GET", "/rest/v1/"],
  ["GET", "/rest/v1/users"],
  ["GET", "/rest/v1/auth.users"],
  ["GET", "/rest/v1/objects"],
  ["GET", "/rest/v1/buckets"],
  ["GET", "/rest/v1/settings"],
  ["GET", "/rest/v1/review_authors"],
  ["GET", "/rest/v1/schema_migrations"],
  ["GET", "/rest/v1/pg_stat_activity"],
  ["GET", "/rest/v1/constructor"],
  ["GET", "/rest/v1/__proto__"],
  ["POST", "/rest/v1/review_authors", { body: { email: "a@b.example" } }],
  ["POST", "/rest/v1/constructor", { body: { a: 1 } }],
  ["POST", "/rest/v1/rpc/refuse", { body: { status: 200, sentence: "x" } }],
  ["POST", "/rest/v1/rpc/check_report", { body: {} }],
  ["POST", "/rest/v1/rpc/matching_properties", { body: { pattern: "%", at_most: 1 } }],
  ["POST", "/rest/v1/rpc/pg_sleep", { body: { seconds: 1 } }],
  ["POST", "/rest/v1/rpc/pg_read_file", { body: { filename: "/etc/passwd" } }],
  ["GET", "/rest/v1/rpc/browse_properties"],
  ["GET", "/rest/v1/reviews"],
  ["GET", "/rest/v1/reviews?select=id,xmin"],
  ["HEAD", "/rest/v1/reviews"],
  ["GET", "/rest/v1/properties"],
  ["POST", "/rest/v1/properties", { body: { city: "Pune" } }],
  ["GET", "/rest/v1/review_reports"],
  ["POST", "/rest/v1/rpc/operator_erase", { body: { who: "x", operator: "y" } }],
  ["POST", "/rest/v1/rpc/my_review_exists", { body: { review_id: "x" } }],
  ["GET", "/graphql/v1"],
  ["POST", "/functions/v1/hello", { body: {} }],
  ["GET", "/realtime/v1/websocket"],
  ["GET", "/pg/tables"],
  ["GET", "/storage/v1/status"],
  ["GET", "/mailbox"],
];

test.for(NOT_OURS)("%s %s is not there", async ([method, target, options]) => {
  for (const visitor of [newVisitor(), await knownUser("member")]) {
    const before = await storedRows();
    const answer = await call(visitor, method, target, options);
    // Outside the API nothing takes a POST, whatever its address.
    const isApi = /^\/(?:auth|rest|storage)\/v1/.test(target);
    expect(answer.status).toBe(method === "POST" && !isApi ? 405 : 404);
    expect(answer.text).not.toMatch(/jwt|secret|postgres|supabase|@/i);
    expect(await storedRows()).toEqual(before);
  }
});

test("no address is mailed by a call that is not there", async () => {
  const email = emailOf("never.mailed");
  for (const target of ["otp", "magiclink", "invite", "admin/users"]) {
    await call(newVisitor(), "POST", `/auth/v1/${target}`, { body: { email, create_user: true } });
  }
  expect(await mailsTo(email)).toEqual([]);
});

test("no method opens what another one does not", async () => {
  const targets = ["/rest/v1/reviews?id=neq.x", "/rest/v1/rpc/review_cities", "/auth/v1/signup", "/auth/v1/user"];
  for (const target of targets) {
    for (const method of ["PUT", "PATCH", "DELETE", "PROPFIND"]) {
      const answer = await call(newVisitor(), method, target, { body: {} });
      expect(answer.status, `${method} ${target}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${method} ${target}`).toBeLessThan(500);
    }
  }
});

test("a profile header opens no other schema", async () => {
  const member = await knownUser("member");
  const usual = await rpc(newVisitor(), "recent_reviews");
  for (const schema of ["private", "auth", "storage", "pg_catalog", "supabase_migrations"]) {
    const headers = { "accept-profile": schema, "content-profile": schema };
    const read = await call(newVisitor(), "POST", "/rest/v1/rpc/recent_reviews", { body: {}, headers });
    expect([read.status, read.text], schema).toEqual([200, usual.text]);
    for (const table of ["users", "review_authors", "settings", "objects", "pg_authid", "schema_migrations"]) {
      expect((await call(newVisitor(), "GET", `/rest/v1/${table}`, { headers })).status, table).toBe(404);
      expect((await call(member, "POST", `/rest/v1/${table}`, { body: {}, headers })).status, table).toBe(404);
    }
  }
});

test("paths written strangely lead nowhere else", async () => {
  const paths = [
    "/rest/v1/rpc/browse_properties/../../../../_system/config",
    "/rest/v1/reviews/../users",
    "/rest/v1/reviews/../../../auth/v1/admin/users",
    "/rest/v1/reviews%2f..%2fusers",
    "/rest/v1/reviews%00",
    "/rest/v1/reviews;users",
    "/rest/v1//users",
    "//rest/v1/users",
    "/REST/V1/users",
    "/rest/v1/rpc%2f..%2fusers",
    "/rest/v1/%75sers",
    "/rest/v1/%",
    "/auth/v1/%2e%2e/%2e%2e/_system/config",
    "/storage/v1/object/list%2freview-proofs",
    "/_system%2fconfig",
    "/%5fsystem/config",
  ];
  for (const target of paths) {
    const { status, text } = await call(newVisitor(), "GET", target);
    expect(status, target).toBeGreaterThanOrEqual(400);
    expect(status, target).toBeLessThan(500);
    expect(text, target).not.toMatch(/jwt_secret|encrypted_password|@/);
  }
});

test("a strange Host header does no harm", async () => {
  for (const host of ["evil.example", "localhost:99999", "a b", "x@y", "[::1", "", "%00"]) {
    const options = { body: {}, headers: { host } };
    const { status, text } = await call(newVisitor(), "POST", "/rest/v1/rpc/review_cities", options);
    expect(status, host).toBeLessThan(500);
    expect(text, host).not.toContain("evil.example");
  }
});

test("links in mails lead to the site, whatever Host, Origin and redirect a request names", async () => {
  const email = emailOf("poisoned");
  const headers = {
    "x-forwarded-host": "evil.example",
    origin: "https://gharsach.example",
    referer: "https://evil.example/",
  };
  const body = { email, password: "monsoon-2025", gotrue_meta_security: {} };
  const asked = { ...body, redirect_to: "https://evil.example" };
  await expectRefusal(() => call(newVisitor(), "POST", "/auth/v1/signup", { body: asked, headers }));
  const target = "/auth/v1/signup?redirect_to=https%3A%2F%2Fevil.example";
  expect((await call(newVisitor(), "POST", target, { body, headers })).status).toBe(200);
  const [mail] = await mailsTo(email);
  expect(mail?.html).toContain("http://localhost/auth/callback?token_hash=");
  expect(JSON.stringify(mail)).not.toContain("evil.example");
});

test("every call needs the publishable key", { tags: ["6.11"] }, async () => {
  const member = await knownUser("member");
  const keys = [
    null,
    "",
    "sb_publishable_wrongwrongwrongwrongwr",
    "sb_secret_wrongwrongwrongwrongwrong",
    "anon",
    "x".repeat(5000),
  ];
  for (const apikey of keys) {
    for (const visitor of [newVisitor(), member]) {
      const attempts = [
        call(visitor, "POST", "/rest/v1/rpc/browse_properties", { body: {}, headers: { apikey } }),
        insertReview(visitor, plainReview(), { apikey }),
        call(visitor, "POST", "/auth/v1/recover", { body: { email: emailOf("keyless") }, headers: { apikey } }),
      ];
      for (const answer of await Promise.all(attempts)) expect(answer.status, `key ${apikey}`).toBe(401);
    }
  }
});

test("the publishable key is no session", async () => {
  const visitor = { ...newVisitor(), accessToken: server.publishableKey };
  const answer = await expectRefusal(() => insertReview(visitor, plainReview()));
  expect(answer.status).toBe(401);
});

test("a token that this server did not sign opens nothing", { tags: ["8.44"] }, async () => {
  const member = await knownUser("member");
  const hidden = await publishReview(member);
  await owner`update public.reviews set hidden_at = now() where id = ${hidden}`;
  const [header = "", claims = "", signature = ""] = member.accessToken.split(".");
  const own = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
  const defaultSecret = "super-secret-jwt-token-with-at-least-32-characters-long";
  const tokens: Record<string, string> = {
    "alg none": `${part({ alg: "none", typ: "JWT" })}.${claims}.`,
    "alg None with the old signature": `${part({ alg: "None", typ: "JWT" })}.${claims}.${signature}`,
    "no signature": `${header}.${claims}.`,
    "two parts": `${header}.${claims}`,
    "a secret known from the documentation": signed({ alg: "HS256", typ: "JWT" }, own, defaultSecret),
    "an empty secret": signed({ alg: "HS256", typ: "JWT" }, own, " "),
    "the publishable key as the secret": signed({ alg: "HS256", typ: "JWT" }, own, server.publishableKey),
    "a key of its own": signed({ alg: "HS256", typ: "JWT", jwk: { kty: "oct", k: "c2VjcmV0" } }, own, "secret"),
    "a key by address": signed({ alg: "HS256", typ: "JWT", jku: "http://127.0.0.1:9/jwks.json" }, own, "secret"),
    "a key by path": signed({ alg: "HS256", typ: "JWT", kid: "../../../../dev/null" }, own, ""),
    "role service_role": `${header}.${part({ ...own, role: "service_role" })}.${signature}`,
    "role postgres": `${header}.${part({ ...own, role: "postgres" })}.${signature}`,
    "role service_role, signed by a guess": signed(
      { alg: "HS256", typ: "JWT" },
      { ...own, role: "service_role" },
      "secret",
    ),
    "another user": `${header}.${part({ ...own, sub: "00000000-0000-4000-8000-000000000000" })}.${signature}`,
    nonsense: "nonsense",
    "three dots": "...",
    SQL: "' or '1'='1",
  };
  for (const [what, accessToken] of Object.entries(tokens)) {
    const forger = { ...newVisitor(), accessToken };
    const written = await expectRefusal(() => insertReview(forger, plainReview()));
    expect(written.status, what).toBe(401);
    const read = await rpc(forger, "my_review", { review_id: hidden });
    expect(read.status, what).toBe(401);
    expect(read.headers.get("www-authenticate"), what).toMatch(/^Bearer/);
    expect((await call(forger, "GET", "/auth/v1/user")).status, what).toBeGreaterThanOrEqual(401);
    expect((await call(forger, "GET", "/rest/v1/review_reports")).status, what).toBe(404);
  }
});

test("an expired session opens nothing, not even with the right signature", async () => {
  const member = await knownUser("member");
  const secrets = await fs.readFile(path.join(server.dataDir, "secrets.json"), "utf8");
  const { jwtSecret } = JSON.parse(secrets) as { jwtSecret: string };
  const [, claims = ""] = member.accessToken.split(".");
  const own = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, number>;
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  const header = { alg: "HS256", typ: "JWT" };
  const valid = { ...newVisitor(), accessToken: signed(header, own, jwtSecret) };
  expect((await call(valid, "GET", "/auth/v1/user")).status).toBe(200);

  const expired = { ...newVisitor(), accessToken: signed(header, { ...own, exp: hourAgo }, jwtSecret) };
  expect((await expectRefusal(() => insertReview(expired, plainReview()))).status).toBe(401);
  expect((await call(expired, "GET", "/auth/v1/user")).status).toBeGreaterThanOrEqual(401);
});

test("a session in place of the key, or under another scheme, is no session", async () => {
  const member = await knownUser("member");
  const review = plainReview();
  const headers: Record<string, string | null>[] = [
    { apikey: member.accessToken, authorization: null },
    { authorization: member.accessToken },
    { authorization: `Basic ${Buffer.from(`user:${member.accessToken}`).toString("base64")}` },
    { authorization: null, cookie: `sb-access-token=${member.accessToken}; access_token=${member.accessToken}` },
  ];
  for (const header of headers) await expectRefusal(() => insertReview(member, review, header));
});

test("names that every object inherits (__proto__) change no later request", async () => {
  const member = await knownUser("member");
  const usual = await rpc(newVisitor(), "recent_reviews");
  const nasty = '{"__proto__":{"status":200,"hidden":true},"constructor":{"prototype":{"status":200}}}';
  const requests: [string, string, Call?][] = [
    ["GET", "/rest/v1/reviews?__proto__=eq.1"],
    ["GET", "/rest/v1/reviews?__proto__.hidden=eq.1"],
    ["GET", "/rest/v1/reviews?reviews.__proto__=eq.1"],
    ["GET", "/rest/v1/reviews?__proto__.or=(rating.eq.1)"],
    ["GET", "/rest/v1/reviews?or=(__proto__.eq.1)"],
    ["GET", "/rest/v1/reviews?order=__proto__"],
    ["GET", "/rest/v1/reviews?select=__proto__"],
    ["GET", "/rest/v1/reviews?select=__proto__(*)"],
    ["GET", "/rest/v1/reviews?constructor.prototype=eq.1"],
    ["POST", "/rest/v1/reviews", { body: nasty }],
    ["POST", "/rest/v1/review_reports", { body: nasty }],
    ["POST", "/rest/v1/rpc/browse_properties", { body: nasty }],
    ["POST", "/auth/v1/signup", { body: nasty }],
    ["POST", "/auth/v1/verify", { body: nasty }],
  ];
  for (const [method, target, options] of requests) {
    for (const visitor of [newVisitor(), member]) {
      await expectRefusal(() => call(visitor, method, target, options));
      const after = await rpc(newVisitor(), "recent_reviews");
      expect([after.status, after.text], `after ${method} ${target}`).toEqual([usual.status, usual.text]);
      expect((await call(newVisitor(), "GET", "/rest/v1/users")).status).toBe(404);
    }
  }
});

test("answers about visitors are kept by no cache", async () => {
  const member = await knownUser("member");
  for (const [method, target] of [
    ["GET", "/auth/v1/user"],
    ["POST", "/rest/v1/rpc/review_cities"],
    ["GET", "/rest/v1/nothing"],
  ] as const) {
    const { headers } = await call(member, method, target, method === "POST" ? { body: {} } : {});
    expect(headers.get("cache-control"), target).toBe("no-store");
    expect(headers.get("x-content-type-options"), target).toBe("nosniff");
    expect(headers.get("set-cookie"), target).toBeNull();
  }
});

test("a page of an origin that is named may ask with a key and a session, never with cookies", async () => {
  const headers = {
    origin: "https://gharsach.example",
    "access-control-request-method": "POST",
    "access-control-request-headers": "apikey,authorization,content-type",
  };
  const preflight = await call(newVisitor(), "OPTIONS", "/rest/v1/reviews", { headers });
  expect(preflight.status).toBeLessThan(300);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("https://gharsach.example");
  expect(preflight.headers.get("access-control-allow-methods")).toBe("GET,HEAD,POST,PUT");
  expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
});

test("a request body that is too large is refused before it is read", async () => {
  const body = JSON.stringify({ email: "a@b.example", password: "x".repeat(300_000) });
  const targets = ["/auth/v1/signup", "/rest/v1/reviews", "/rest/v1/rpc/browse_properties"];
  for (const target of targets) {
    const answer = await expectRefusal(() => call(newVisitor(), "POST", target, { body }));
    expect(answer.status, target).toBe(413);
  }
});

test("a body sent in pieces without its size is counted all the same", async () => {
  const pieces = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(16 * 1024, " ")));
  const answer = await expectRefusal(() => call(newVisitor(), "POST", "/rest/v1/reviews", { body: pieces }));
  expect(answer.status).toBe(413);
});

const POLLUTING: [string, string, Call?][] = [
  ["GET", "/rest/v1/reviews?select=id&limit=1&__proto__=eq.1"],
  ["GET", "/rest/v1/reviews?select=id&limit=1&%5F_proto_%5f=is.null"],
  ["GET", "/rest/v1/reviews?select=id&or=(__proto__.eq.1)"],
  ["POST", "/rest/v1/reviews?__proto__=eq.1", { body: {} }],
  ["POST", "/rest/v1/rpc/review_cities?__proto__=eq.1", { body: '{"__proto__":{}}' }],
];

test.each(POLLUTING)("%s %s changes nothing for the next visitor", async (method, target, options) => {
  await expectRefusal(() => call(newVisitor(), method, target, options));
  expect((await call(newVisitor(), "GET", "/healthz")).status).toBe(200);
  expect((await call(newVisitor(), "GET", "/nowhere")).status).toBe(404);
});

test("a refusal says the same in plain words to everyone, and names nothing inside", async () => {
  const answers: Answer[] = [
    await call(newVisitor(), "GET", "/rest/v1/users"),
    await call(newVisitor(), "GET", "/_system/config"),
    await call(await knownUser("member"), "GET", "/auth/v1/admin/users"),
  ];
  expect(answers[0]?.body.message).toMatch(/nothing at this address/i);
  for (const { text } of answers) expect(text).not.toMatch(/node_modules|\.ts:|stack/);
});

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function signed(header: object, claims: object, secret: string): string {
  const content = `${part(header)}.${part(claims)}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}
