import { Readable } from "node:stream";
import { expect, test } from "vitest";
import {
  type Call,
  call,
  emailOf,
  expectRefusal,
  insertReview,
  knownUser,
  mailsTo,
  newVisitor,
  plainReview,
  rpc,
  server,
} from "../client.ts";

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

test("the publishable key is no session", async () => {
  const visitor = { ...newVisitor(), accessToken: server.publishableKey };
  const answer = await expectRefusal(() => insertReview(visitor, plainReview()));
  expect(answer.status).toBe(401);
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

const KB = 1024;
test.each([
  ["/auth/v1/signup", 16 * KB],
  ["/rest/v1/rpc/browse_properties", 16 * KB],
  ["/rest/v1/review_reports", 16 * KB],
  ["/rest/v1/reviews", 128 * KB],
  ["/rest/v1/rpc/check_review_limits", 128 * KB],
])(
  "a body of %s with more than %i bytes is refused before it is parsed, with its size or in pieces",
  { tags: ["11.205"] },
  async (target, most) => {
    const body = `{"x":"${"x".repeat(most - 8)}"}`;
    const parsed = await expectRefusal(() => call(newVisitor(), "POST", target, { body }));
    expect([parsed.status, body.length]).toEqual([400, most]);
    const headers = { "content-type": "application/json" };
    for (const larger of [`${body} `, Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(most / 16, " ")))]) {
      const answer = await expectRefusal(() => call(newVisitor(), "POST", target, { body: larger, headers }));
      expect(answer.status).toBe(413);
    }
  },
);

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
