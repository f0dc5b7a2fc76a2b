import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { type Call, call, storedRows } from "../client.ts";
import { answeredWithin, attack, attackerElsewhere, databaseDigest, fixtures, hungUp, megabytes } from "./fixtures.ts";
import { OPEN_CALLS, type Accepted, type OpenCall, unusedRequest } from "./open-calls.ts";

// Every call that takes JSON gets the bodies that break parsers: each is refused in words, and nothing is stored.

type Values = Record<string, unknown>;

const JSON_CALLS = OPEN_CALLS.filter(({ method, path }) => method !== "GET" && method !== "HEAD" && isJson(path));
/** PostgREST takes these without arguments, too. */
const TAKES_NOTHING =
  /\/rpc\/(?:recent_reviews|browse_properties|review_cities|top_reviewers|home_cities|transparency|my_reviews|export_my_data|delete_my_account|desk_queue)$/;

/** What it is, how it is made from values that the call accepts (null: it cannot be), and which calls take it all the same. */
const BODIES: [string, (values: Values) => Call | null, RegExp?][] = [
  ["a list of one", (values) => ({ body: [values] })],
  ["a list of a hundred", (values) => ({ body: Array.from({ length: 100 }, () => values) })],
  ["an empty list", () => ({ body: [] })],
  ["a number", () => ({ body: 1 })],
  ["a text", () => ({ body: '"x"' })],
  ["null", () => ({ body: "null" })],
  ["true", () => ({ body: "true" })],
  ["no bytes", () => ({ body: "" }), TAKES_NOTHING],
  ["broken JSON", (values) => ({ body: JSON.stringify(values).slice(0, -1) })],
  ["two documents", (values) => ({ body: `${JSON.stringify(values)}${JSON.stringify(values)}` })],
  ["ten thousand levels", () => ({ body: `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}` })],
  ["ten thousand levels in a value", (values) => deepIn(values)],
  ["an unknown key", (values) => ({ body: { ...values, is_admin: true } })],
  ["a key that is SQL", (values) => ({ body: { ...values, 'x"; drop table x; --': 1 } })],
  ["a prototype", (values) => ({ body: withKey(values, "__proto__") })],
  ["a constructor", (values) => ({ body: withKey(values, "constructor") })],
  ["all values in the prototype", (values) => inPrototype(values)],
  ["a NUL in each text", (values) => eachText(values, (text) => `${text}\0`)],
  ["half a character in each text", (values) => eachText(values, (text) => `${text}\ud800`)],
  ["an object for each text", (values) => eachText(values, (text) => ({ eq: text }))],
  ["a list for each text", (values) => eachText(values, (text) => [text])],
  // Within the size of a request: bounded before it is cleaned.
  ["200 KB of joined emoji in a text", (values) => longText(values, "👩\u200d".repeat(28_000))],
  ["200 KB of accents in a text", (values) => longText(values, "a\u0301".repeat(66_000))],
  ["200 KB of invisible characters in a text", (values) => longText(values, "\u200b".repeat(66_000))],
  ["300 KB in each text", (values) => eachText(values, () => "x".repeat(300_000))],
  ["300 KB of spaces", (values) => ({ body: `${JSON.stringify(values)}${" ".repeat(300_000)}` })],
  ["300 KB of keys", () => ({ body: Object.fromEntries(Array.from({ length: 40_000 }, (_, key) => [`k${key}`, 1])) })],
  ["60 MB in pieces", () => ({ body: Readable.from(megabytes(60)), headers: { "transfer-encoding": "chunked" } })],
  ["bytes that are no UTF-8", () => ({ body: Buffer.from('{"email":"\xff\xfe"}', "latin1") })],
  ["UTF-16", (values) => ({ body: Buffer.from(JSON.stringify(values), "utf16le") })],
  // Browsers send the first three to other sites without a preflight.
  ["JSON as text", (values) => typed("text/plain", values)],
  ["JSON as a form", (values) => typed("application/x-www-form-urlencoded", values)],
  ["JSON as a form with files", (values) => typed("multipart/form-data; boundary=x", values)],
  ["JSON without a type", (values) => typed(null, values)],
  ["a form", () => typed("application/x-www-form-urlencoded", "email=a%40b.example&password=x")],
  ["CSV", () => typed("text/csv", "property_name,city\na,b")],
  ["XML", () => typed("application/xml", '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>')],
];

test.for(BODIES)("%s is refused by every call that takes JSON", async ([, bodyOf, exempt]) => {
  await fixtures();
  for (const open of JSON_CALLS.filter(({ path }) => !exempt?.test(path))) {
    const accepted = await unusedRequest(open);
    const options = bodyOf(valuesOf(accepted));
    if (!options) continue;
    const before = await databaseDigest();
    const answer = await answeredWithin(2_000, () =>
      attack(accepted.visitor, open.method, accepted.target, {
        ...options,
        headers: { ...accepted.options.headers, ...options.headers },
      }).catch(hungUp),
    );
    expect(await databaseDigest(), open.path).toBe(before);
    if (answer === "hung up") continue;
    expect(answer.status, `${open.path}: ${answer.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400);
    // Neither for what else the request says nor for how many there were.
    expect([409, 429], `${open.path}: ${answer.text.slice(0, 200)}`).not.toContain(answer.status);
    expect(answer.body?.message ?? answer.body?.msg, `${open.path}: ${answer.text}`).toMatch(/^\S.*\S$/);
  }
});

test("a key that comes twice in JSON passes the checks with the value that is used", async () => {
  const visitor = await attackerElsewhere();
  const bodyWith = async (more: string) =>
    JSON.stringify(valuesOf(await requestFor("/rest/v1/reviews"))).replace(/}$/, more);
  const good = await bodyWith(',"rating":9,"rating":5,"verified":false,"verified":true}');
  expect((await call(visitor, "POST", "/rest/v1/reviews", { body: good })).status).toBe(201);
  const before = await storedRows();
  const bad = await bodyWith(',"rating":5,"rating":9}');
  expect((await call(visitor, "POST", "/rest/v1/reviews", { body: bad })).status).toBe(400);
  expect(await storedRows()).toEqual(before);
});

test.for(JSON_CALLS)(
  "$method $path is refused without the public key and with another one",
  { tags: ["6.11"] },
  async (open) => {
    for (const apikey of [null, "", "x", "sb_publishable_x", "null", "sb_secret_aaaaaaaaaaaaaaaaaaaaaa_aaaaaaaa"]) {
      const { visitor, target, options } = await unusedRequest(open);
      const before = await databaseDigest();
      const answer = await attack(visitor, open.method, target, {
        ...options,
        headers: { ...options.headers, apikey },
      });
      expect(answer.status, `${apikey} ${answer.text}`).toBe(401);
      expect(await databaseDigest()).toBe(before);
    }
  },
);

function isJson(path: string): boolean {
  return !path.startsWith("/storage/") && path !== "/auth/v1/logout";
}

function requestFor(path: string): Promise<Accepted> {
  const open = JSON_CALLS.find((one) => one.path === path) as OpenCall;
  return open.request();
}

function valuesOf({ options }: Accepted): Values {
  return options.body as Values;
}

function typed(type: string | null, content: Values | string): Call {
  const body = typeof content === "string" ? content : JSON.stringify(content);
  return { body, headers: { "content-type": type } };
}

function eachText(values: Values, change: (text: string) => unknown): Call | null {
  const texts = Object.entries(values).filter(([, value]) => typeof value === "string");
  if (texts.length === 0) return null;
  return { body: { ...values, ...Object.fromEntries(texts.map(([key, text]) => [key, change(String(text))])) } };
}

/** In a text that people type; searches are in function-arguments.test.ts. */
function longText(values: Values, text: string): Call | null {
  const key = ["review_text", "password", "name", "reporter_fingerprint"].find((one) => one in values);
  return key ? { body: { ...values, [key]: text } } : null;
}

function deepIn(values: Values): Call | null {
  const [key] = Object.keys(values);
  if (!key) return null;
  const body = JSON.stringify({ ...values, [key]: "deep" }).replace('"deep"', "[".repeat(10_000) + "]".repeat(10_000));
  return { body };
}

function withKey(values: Values, key: string): string {
  return JSON.stringify({ ...values, key: { role: "service_role" } }).replace('"key":', `"${key}":`);
}

/** An object that has every value only by inheritance, for code that copies parsed JSON key by key. */
function inPrototype(values: Values): Call | null {
  return Object.keys(values).length > 0 ? { body: `{"__proto__":${JSON.stringify(values)}}` } : null;
}
