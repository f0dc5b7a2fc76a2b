import { expect, test } from "vitest";
import {
  type Answer,
  type Call,
  call,
  insertReview,
  newVisitor,
  owner,
  plainReview,
  rpc,
  signedToken,
  storedRows,
  type Visitor,
} from "../client.ts";
import {
  answeredWithin,
  attack,
  attackerElsewhere,
  DOCUMENTED_SECRET,
  expectNoChange,
  fixtures,
  steadyHeaders,
  words,
} from "./fixtures.ts";
import { isAllowed, JSON_TARGETS, IGNORED_HEADERS, IGNORED_QUERY, methodOf, requestFor } from "./allowed-calls.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE"];

const OTHER_SERVICES = words(`
  /auth/v1 /auth/v2/user /rest/v1 /storage/v1 /functions/v1/x /realtime/v1/websocket /graphql/v1 /pg-meta/default/query
  /pg/query /platform/projects /v1/projects /_system/config /_studio /mcp /api /rpc/recent_reviews /openapi.json /swagger
`);

test("serves no other service of a Supabase project", async () => {
  for (const path of OTHER_SERVICES) {
    for (const method of ["GET", "POST"]) {
      const { status } = await attack(asServiceRole(), method, path, { body: bodyFor(method) });
      expect([404, 405], `${method} ${path}`).toContain(status);
    }
  }
});

/**
 * Paths of each kind from the references of Supabase Auth, PostgREST and Supabase Storage. The server answers 404 to each method
 * that is not allowed.
 */
const CLOSED = words(`
  /auth/v1/ /auth/v1/settings /auth/v1/.well-known/jwks.json /auth/v1/signup /auth/v1/token?grant_type=pkce
  /auth/v1/authorize?provider=google&redirect_to=https://evil.example /auth/v1/callback?code=x /auth/v1/magiclink /auth/v1/otp
  /auth/v1/reauthenticate /auth/v1/user /auth/v1/user/identities /auth/v1/factors/:user/verify /auth/v1/sso/saml/acs
  /auth/v1/oauth/token /auth/v1/admin/users /auth/v1/admin/users/:user /auth/v1/admin/generate_link /auth/v1/debug/pprof
  /rest/v1/ /rest/v1/rpc /rest/v1/rpc/ /rest/v1/schema_cache /rest/v1/reviews /rest/v1/reviews?select=*&limit=1000000
  /rest/v1/reviews?or=(email.like.*a*,user_id.not.is.null) /rest/v1/reviews?select=*,...users(email)
  /rest/v1/properties?select=*,reviews(*,review_reports(*)) /rest/v1/auth.users /rest/v1/%22auth%22.%22users%22
  /rest/v1/information_schema.columns /rest/v1/__proto__ /rest/v1/rpc/constructor /rest/v1/rpc/recent_reviews
  /rest/v1/rpc/browse_properties?search=a /rest/v1/rpc/recent_reviews/x /rest/v1/rpc/public.recent_reviews
  /storage/v1/ /storage/v1/bucket /storage/v1/bucket/review-proofs/empty /storage/v1/object/review-proofs/:photo
  /storage/v1/object/authenticated/review-proofs/:photo /storage/v1/object/info/public/review-proofs/:photo
  /storage/v1/object/public/review-proofs/:photo /storage/v1/object/sign/review-proofs/:photo?token=eyJhbGciOiJub25lIn0.e30.
  /storage/v1/object/upload/sign/review-proofs/:photo /storage/v1/object/move /storage/v1/object/list/review-proofs
  /storage/v1/object/public/avatars/:photo /storage/v1/object/public/withheld-proofs/:photo /storage/v1/upload/resumable
  /storage/v1/render/image/sign/review-proofs/:photo?token=x /storage/v1/s3/review-proofs?list-type=2
  /storage/v1/s3/review-proofs/:photo /storage/v1/iceberg/v1/config /storage/v1/tenants /storage/v1/admin/tenants
`);

// oxlint-disable-next-line vitest/expect-expect -- In expectSameAnswer.
test("answers every other method and path with the same 404", { timeout: 120_000 }, async () => {
  const { victim, photoName: photo } = await fixtures();
  for (const path of CLOSED) {
    const target = path.replaceAll(":user", victim.id).replaceAll(":photo", photo);
    const notFound = await notFoundAt(target);
    for (const method of METHODS.filter((each) => !isAllowed(each, path))) {
      const body = bodyFor(method);
      expectSameAnswer(notFound, await attack(asServiceRole(), method, target, { body }), `${method} ${target}`);
      const query = `${target.includes("?") ? "&" : "?"}${IGNORED_QUERY}`;
      const options = { headers: { ...IGNORED_HEADERS, apikey: null }, body };
      expectSameAnswer(notFound, await attack(newVisitor(), method, target + query, options), `${method} ${target} …`);
    }
  }
});

test("serves only listed tables and functions over REST", async () => {
  const rows = await owner<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'p', 'S') and n.nspname in ('public', 'private', 'auth', 'storage')
    union select 'rpc/' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private', 'auth', 'storage') or p.proname in ('pg_sleep', 'pg_read_file', 'set_config')`;
  expect(rows.length).toBeGreaterThan(100);
  const notFound = await notFoundAt("/rest/v1/x");
  for (const path of rows.map(({ name }) => `/rest/v1/${name}`))
    if (!isAllowed("POST", path))
      expectSameAnswer(notFound, await attack(newVisitor(), "POST", path, { body: {} }), path);
});

const SPELLINGS: [string, (path: string) => string][] = [
  ["a slash at its end", (path) => `${path}/`],
  ["two slashes", (path) => path.replace("/v1/", "/v1//")],
  ["capitals", (path) => path.replace(/\/v1\/.*/, (rest) => rest.toUpperCase())],
  ["a parameter in the path", (path) => `${path};x=1`],
  ["an ending", (path) => `${path}.json`],
  ["a space at its end", (path) => `${path}%20`],
  ["an encoded slash", (path) => path.replace("/v1/", "/v1%2f")],
  ["a slash encoded twice", (path) => path.replace("/v1/", "/v1/%252f")],
  ["an encoded question mark", (path) => `${path}%3fx=1`],
  ["a NUL", (path) => `${path}%00`],
  ["a line break", (path) => `${path}%0d%0aX-Evil:1`],
  ["bytes that are no UTF-8", (path) => `${path}%ff`],
  ["a fullwidth letter", (path) => path.replace(/\/v1\/./, "/v1/%ef%bd%92")],
  ["a backslash", (path) => path.replace("/v1/", "/v1\\")],
  ["one more folder", (path) => `${path}/x`],
];

test.for(SPELLINGS)("serves no call under a path with %s", async ([, spell]) => {
  for (const target of ["/auth/v1/signup", "/rest/v1/reviews", "/rest/v1/rpc/withdraw_my_review"]) {
    const { visitor, values } = await requestFor(target);
    const answer = await expectNoChange(() => attack(visitor, "POST", spell(target), { body: values }));
    expect([400, 404, 405], `${target}: ${answer.text.slice(0, 200)}`).toContain(answer.status);
  }
});

test("ignores headers and parameters of other services", async () => {
  const { named, photo } = await fixtures();
  const visitor = await attackerElsewhere();
  const asked: [string, string, object?][] = [
    ["GET", "/auth/v1/user"],
    ["POST", "/rest/v1/rpc/my_review", { review_id: named }],
    ["POST", "/rest/v1/rpc/browse_properties", { search: "House", page_size: 5 }],
    ["GET", photo],
  ];
  for (const [method, target, body] of asked) {
    const usual = await call(visitor, method, target, { body });
    const other = await attack(visitor, method, `${target}?${IGNORED_QUERY}`, { body, headers: IGNORED_HEADERS });
    expect(usual.status, target).toBe(200);
    const partsOf = ({ status, text, headers }: Answer) => [status, text, headers.get("content-type")];
    expect(partsOf(other), target).toEqual(partsOf(usual));
  }
  const inserted = await insertReview(visitor, plainReview(), IGNORED_HEADERS);
  expect([inserted.status, inserted.text]).toEqual([201, ""]);
});

type Values = Record<string, unknown>;

/** `make` changes valid values of a call. It returns null if it cannot. */
const BODIES: [what: string, make: (values: Values) => unknown][] = [
  ["a list of one", (values) => [values]],
  ["a number", () => 1],
  ["null", () => "null"],
  ["broken JSON", (values) => `${JSON.stringify(values).slice(0, -1)},`],
  ["two documents", (values) => `${JSON.stringify(values)}${JSON.stringify(values)}`],
  ["a deep value", (values) => `{"${Object.keys(values)[0] ?? "x"}":${"[".repeat(7_000)}${"]".repeat(7_000)}}`],
  ["an unknown key", (values) => ({ ...values, is_admin: true })],
  ["a prototype", (values) => JSON.stringify({ ...values, key: { role: "x" } }).replace('"key":', '"__proto__":')],
  ["a constructor", (values) => ({ ...values, constructor: { role: "service_role" } })],
  ["all values in the prototype", (values) => ifAny(values, `{"__proto__":${JSON.stringify(values)}}`)],
  ["a NUL in each text", (values) => eachText(values, (text) => `${text}\0`)],
  ["half a character in each text", (values) => eachText(values, (text) => `${text}\ud800`)],
  ["an object for each text", (values) => eachText(values, (text) => ({ eq: text }))],
  ["a list for each text", (values) => eachText(values, (text) => [text])],
  ["bytes that are no UTF-8", () => Buffer.from('{"email":"\xff\xfe"}', "latin1")],
  ["UTF-16", (values) => Buffer.from(JSON.stringify(values), "utf16le")],
];

test.for(BODIES)("refuses %s in every call that takes JSON and stores nothing", async ([, bodyOf]) => {
  await expectNoChange(async () => {
    for (const target of JSON_TARGETS) {
      const { visitor, values } = await requestFor(target);
      const body = bodyOf(values);
      if (body === null) continue;
      const answer = await answeredWithin(2_000, () => attack(visitor, methodOf(target), target, { body }));
      expect([400, 422], `${target}: ${answer.text.slice(0, 200)}`).toContain(answer.status);
      expect(answer.body?.message, target).toMatch(/^\S.*\S$/);
    }
  });
});

test("checks the value that is used of a duplicate JSON key", async () => {
  const bodyWith = (more: string) => JSON.stringify(plainReview({ rating: undefined })).replace(/}$/, more);
  const good = bodyWith(',"rating":9,"rating":5,"verified":false,"verified":true}');
  expect((await insertReview(await attackerElsewhere(), good)).status).toBe(201);
  const before = await storedRows();
  expect((await insertReview(await attackerElsewhere(), bodyWith(',"rating":5,"rating":9}'))).status).toBe(400);
  expect(await storedRows()).toEqual(before);
});

test("refuses every call without the public key or with another one", { tags: ["6.11"] }, async () => {
  await expectNoChange(async () => {
    for (const target of JSON_TARGETS) {
      const { visitor, values: body } = await requestFor(target);
      for (const apikey of [null, "", "sb_publishable_x", "sb_secret_aaaaaaaaaaaaaaaaaaaaaa_aaaaaaaa"]) {
        const options: Call = { body, headers: { apikey } };
        expect((await attack(visitor, methodOf(target), target, options)).status, `${target} ${apikey}`).toBe(401);
      }
    }
  });
});

test("answers for a hidden review as if it did not exist", async () => {
  const { hidden, hiddenBeside, propertyId } = await fixtures();
  const [row] = await owner`select property_id::text as property from public.reviews where id = ${hidden}`;
  const asked: [string, (id: string) => object, string][] = [
    ["review_in_context", (review_id) => ({ review_id }), hidden],
    ["review_in_context", (review_id) => ({ review_id }), hiddenBeside],
    ["my_review", (review_id) => ({ review_id }), hidden],
    ["property_reviews", (after) => ({ property_id: propertyId, after }), hiddenBeside],
    ["property_reviews", (property_id) => ({ property_id }), row?.property],
    ["browse_properties", (after) => ({ after }), row?.property],
  ];
  const visitor = await attackerElsewhere();
  for (const [name, argsOf, id] of asked) {
    const never = await rpc(visitor, name, argsOf("00000000-0000-4000-8000-000000000000"));
    const answer = await rpc(visitor, name, argsOf(id));
    expect([answer.status, answer.text], name).toEqual([never.status, never.text]);
  }
});

/** Returns a visitor with a forged token of service_role. */
function asServiceRole(): Visitor {
  return newVisitor(signedToken({ role: "service_role" }, DOCUMENTED_SECRET));
}

async function notFoundAt(target: string): Promise<Answer> {
  const service = /^\/\w+\/v1/.exec(target)?.[0] ?? "";
  const notFound = await call(newVisitor(), "GET", `${service}/no-such-path`);
  expect([notFound.status, notFound.body?.message]).toEqual([404, "There is nothing at this address."]);
  return notFound;
}

function expectSameAnswer(expected: Answer, answer: Answer, request: string): void {
  // HEAD has no body.
  expect([answer.status, answer.text || expected.text], request).toEqual([404, expected.text]);
  expect(steadyHeaders(answer.headers), request).toEqual(steadyHeaders(expected.headers));
}

function bodyFor(method: string): object | undefined {
  return method === "GET" || method === "HEAD" || method === "TRACE" ? undefined : {};
}

function eachText(values: Values, change: (text: string) => unknown): Values | null {
  const texts = Object.entries(values).filter(([, value]) => typeof value === "string");
  return ifAny(texts, { ...values, ...Object.fromEntries(texts.map(([key, text]) => [key, change(String(text))])) });
}

function ifAny<Body>(values: object, body: Body): Body | null {
  return Object.keys(values).length > 0 ? body : null;
}
