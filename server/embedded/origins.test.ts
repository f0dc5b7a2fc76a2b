import { SignJWT } from "jose";
import type postgres from "postgres";
import { expect, test, vi } from "vitest";
import { createApi } from "./api.ts";
import { createAuth } from "./auth/auth.ts";
import { createLimits } from "./limits.ts";
import type { EmailOutbox } from "./email-outbox.ts";
import { pageOrigins } from "./origins.ts";
import { createRest } from "./rest.ts";
import { createSessions } from "./sessions.ts";
import { createStorage } from "./storage.ts";

const delay = vi.hoisted(() => vi.fn<(milliseconds: number) => Promise<void>>(async () => {}));
vi.mock("node:timers/promises", () => ({ setTimeout: delay }));

const SITE = "https://gharsach.in";
const KEY = "sb_publishable_test";
const JSON_TYPE = { apikey: KEY, "content-type": "application/json" };
const CREDENTIALS = JSON.stringify({ email: "asha@example.in", password: "monsoon-2025" });
const PHOTO = "review-proofs/public/1763663400000-abcdefgh.png";
const CALLS: [string, string, string?][] = [
  ["POST", "/auth/v1/signup", CREDENTIALS],
  ["POST", "/auth/v1/token?grant_type=password", CREDENTIALS],
  ["POST", "/auth/v1/token?grant_type=refresh_token", '{"refresh_token":"aaaaaaaaaaaa"}'],
  ["POST", "/auth/v1/verify", '{"type":"signup","token_hash":"x"}'],
  ["POST", "/auth/v1/recover", '{"email":"asha@example.in"}'],
  ["POST", "/auth/v1/resend", '{"email":"asha@example.in","type":"signup"}'],
  ["POST", "/auth/v1/logout"],
  ["GET", "/auth/v1/user"],
  ["PUT", "/auth/v1/user", '{"password":"monsoon-2026"}'],
  ["POST", "/rest/v1/reviews", "{}"],
  ["POST", "/rest/v1/review_reports", "{}"],
  ["POST", "/rest/v1/referral_waitlist", "{}"],
  ["POST", "/rest/v1/rpc/review_cities", "{}"],
  ["POST", `/storage/v1/object/${PHOTO}`, "x"],
];
/** The headers that a browser sends for pages of other origins. */
const FOREIGN: [string, Record<string, string>][] = [
  ["another site", { ...JSON_TYPE, origin: "https://evil.example" }],
  ["another site by a form", { "content-type": "text/plain", origin: "https://evil.example" }],
  ["a frame without an origin", { ...JSON_TYPE, origin: "null" }],
  ["another port", { ...JSON_TYPE, origin: "https://gharsach.in:8443" }],
  ["the site without TLS", { ...JSON_TYPE, origin: "http://gharsach.in" }],
  ["a subdomain", { ...JSON_TYPE, origin: "https://blog.gharsach.in", "sec-fetch-site": "same-site" }],
  ["another site that names no origin", { ...JSON_TYPE, "sec-fetch-site": "cross-site" }],
];

test.for(FOREIGN)("refuses requests of %s without counting them", async ([, headers]) => {
  const { api, limits, queries } = embedded();
  const statuses = new Set<number>();
  for (const [method, target, body] of CALLS) {
    const answer = await api.request(target, { method, headers: from(headers), ...(body && { body }) });
    statuses.add(answer.status);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^This page may not use/) });
  }
  expect([[...statuses], limits.size(), queries()]).toEqual([[403], 0, 0]);
});

test.for([
  ["without the key", { "content-type": "application/json" }, 401],
  ["with another key", { ...JSON_TYPE, apikey: "sb_publishable_none" }, 401],
  ["as text", { ...JSON_TYPE, "content-type": "text/plain" }, 415],
  ["as a form", { ...JSON_TYPE, "content-type": "multipart/form-data; boundary=x" }, 415],
  ["without a type", { apikey: KEY }, 415],
] as const)("refuses a request %s without counting it", async ([, headers, status]) => {
  const { api, limits, queries } = embedded();
  for (const [method, target, body] of CALLS.filter((call) => call[2]?.startsWith("{"))) {
    const bytes = new TextEncoder().encode(body);
    const answer = await api.request(target, { method, headers: from(headers), body: bytes });
    expect(answer.status, target).toBe(status);
  }
  expect([limits.size(), queries()]).toEqual([0, 0]);
});

test("answers the site's pages, allowed origins and clients that are not browsers", async () => {
  const { api } = embedded();
  const pages: Record<string, string>[] = [
    { origin: SITE, "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { origin: "https://pages.example", "sec-fetch-site": "cross-site" },
    {},
  ];
  for (const headers of pages) {
    const answer = await api.request("/auth/v1/user", { headers: from({ apikey: KEY, ...headers }) });
    expect(answer.status, JSON.stringify(headers)).toBe(401);
    expect(answer.headers.get("access-control-allow-origin")).toBe(headers.origin ?? null);
    expect(answer.headers.get("vary")).toBe("Origin");
  }
});

test("answers a preflight of an allowed origin only", async () => {
  const { api } = embedded();
  const ask = (origin: string) => {
    const headers = { origin, "access-control-request-method": "POST", "access-control-request-headers": "apikey" };
    return api.request("/rest/v1/reviews", { method: "OPTIONS", headers });
  };
  const allowed = await ask("https://pages.example");
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get("access-control-allow-origin")).toBe("https://pages.example");
  const refused = await ask("https://evil.example");
  expect(refused.status).toBe(403);
  expect([...refused.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("serves photos to any origin and to shared caches", async () => {
  const { api } = embedded();
  for (const target of [`/storage/v1/object/public/${PHOTO}`, `/storage/v1/render/image/public/${PHOTO}`]) {
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const answer = await api.request(target, { headers });
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("vary")).toBeNull();
  }
});

test("accepts each name of a site on loopback, and only its own name otherwise", () => {
  const here = ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"];
  expect([...pageOrigins("http://localhost:3000", [])]).toEqual(here);
  const named = pageOrigins("https://gharsach.in:443", ["https://pages.example"]);
  expect([...named]).toEqual([SITE, "https://pages.example"]);
});

test("delays the response to a client over its limit by a second", { tags: ["11.201"] }, async () => {
  const { api, limits } = embedded();
  limits.setNumbers({ verifications_per_address_5_min: 1 });
  const body = '{"type":"signup","token_hash":"x"}';
  const ask = () => api.request("/auth/v1/verify", { method: "POST", headers: from(JSON_TYPE), body });
  await ask();
  expect(delay).not.toHaveBeenCalled();
  expect((await ask()).status).toBe(429);
  expect(delay).toHaveBeenCalledExactlyOnceWith(1_000);
});

test.for([
  ["sign_ins_per_address_5_min", ["/signup", "/token?grant_type=password", "/user"]],
  ["refreshes_per_address_5_min", ["/token?grant_type=refresh_token"]],
  ["verifications_per_address_5_min", ["/verify"]],
  ["emails_per_address_hour", ["/recover", "/resend"]],
  ["reviews_per_address_5_min", ["/reviews"]],
  ["changes_per_address_5_min", ["/review_reports", "/referral_waitlist"]],
] as const)("limits an address by %s for each of %j", async ([setting, ends]) => {
  for (const end of ends) {
    const { api, limits } = embedded();
    limits.setNumbers({ [setting]: 1 });
    const [method = "", target = ""] = CALLS.find(([, each, json]) => json && each.endsWith(end)) ?? [];
    const ask = async (address: string) => {
      const headers = { ...JSON_TYPE, "x-forwarded-for": address };
      return (await api.request(target, { method, headers, body: "[]" })).status;
    };
    const addresses = ["192.0.2.1", "192.0.2.1", "198.51.100.1"];
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await ask(address));
    expect(statuses, target).toEqual([400, 429, 400]);
  }
});

test("limits how often an address looks up its session, and runs two lookups of a network at a time", async () => {
  const { api, limits, queries } = embedded(() => new Promise<never>(() => {}));
  limits.setNumbers({ sessions_per_address_5_min: 3 });
  const authorization = `Bearer ${await anyToken()}`;
  const ask = (address: string, headers = { authorization }) =>
    api.request("/auth/v1/user", { headers: { ...JSON_TYPE, ...headers, "x-forwarded-for": address } });
  for (let count = 0; count < 5; count += 1) await ask("192.0.2.1", { authorization: `Bearer ${KEY}` });
  for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"]) void ask(address);
  await expect.poll(queries).toBe(2);
  expect((await ask("192.0.2.1")).status).toBe(429);
  void ask("198.51.100.1");
  await expect.poll(queries).toBe(3);
});

test("checks the body of a request in the turn of its network", { tags: ["11.207"] }, async () => {
  const { api, queries } = embedded(() => new Promise<never>(() => {}));
  const headers = { ...JSON_TYPE, authorization: `Bearer ${await anyToken()}` };
  const answered: string[] = [];
  const ask = async (address: string, body: string) => {
    const sent = { method: "POST", headers: { ...headers, "x-forwarded-for": address }, body };
    const { status } = await api.request("/rest/v1/rpc/review_cities", sent);
    answered.push(`${address} ${status}`);
  };
  for (const host of [1, 2]) void ask(`192.0.2.${host}`, "{}");
  await expect.poll(queries).toBe(2);
  void ask("192.0.2.3", "[]");
  await ask("198.51.100.1", "[]");
  expect(answered).toEqual(["198.51.100.1 400"]);
});

test("counts an upload before its token is verified", async () => {
  const { api, limits } = embedded();
  limits.setNumbers({ uploads_per_address_5_min: 1 });
  const ask = async (token: string) => {
    const headers = from({ apikey: KEY, authorization: `Bearer ${token}` });
    const { statusCode } = await (await api.request(`/storage/v1/object/${PHOTO}`, { method: "POST", headers })).json();
    return statusCode;
  };
  expect([await ask(KEY), await ask("forged"), await ask("forged")]).toEqual(["403", "403", "429"]);
});

/** Returns a valid token of an unknown session. */
function anyToken(): Promise<string> {
  const claims = { sub: PERSON, session_id: PERSON, role: "authenticated" };
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode("secret"));
}

const PERSON = "0a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f";

function from(headers: Record<string, string>): Record<string, string> {
  return { "x-forwarded-for": "192.0.2.1", ...headers };
}

/** Creates the API on a database that answers like this. */
function embedded(answer = async (): Promise<unknown[]> => []) {
  let count = 0;
  const sql = (([text = ""]: TemplateStringsArray) => {
    // Other texts are parts of statements.
    if (!/^\s*select/.test(text)) return text;
    count += 1;
    return answer();
  }) as unknown as postgres.Sql;
  const limits = createLimits();
  const sessions = createSessions(sql, "secret", SITE);
  const shared = { sql, sessions, limits, publishableKey: KEY, trustProxy: true };
  const auth = createAuth({ ...shared, outbox: {} as EmailOutbox });
  const rest = createRest({ ...shared, readPool: sql, writePool: sql });
  const storage = createStorage({ ...shared, writePool: sql, folder: "/nowhere" });
  const origins = pageOrigins(SITE, ["https://pages.example"]);
  return { api: createApi({ auth, rest, storage, publishableKey: KEY, origins }), limits, queries: () => count };
}
