import type { IncomingMessage, ServerResponse } from "node:http";
import { Hono } from "hono";
import { beforeEach, expect, test, vi } from "vitest";
import { redact } from "./log.ts";
import { temporaryFolder } from "../scripts/temporary-folder.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));

test.each([
  ["mail to asha.r+home@example.co.in failed", "mail to [email] failed"],
  ["GET /auth/v1/verify?token_hash=abc123&type=signup", "GET /auth/v1/verify?token_hash=[hidden]&type=signup"],
  ['{"password":"kothrud-2bhk","email":"a@b.in"}', '{"password":"[hidden]","email":"[email]"}'],
  ["Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "Bearer [token]"],
  ["apikey sb_publishable_AbC-123", "apikey [key]"],
  ["from 203.0.113.9 again", "from [address] again"],
  ["d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f", "[hash]"],
  ["email=asha%40example.in", "email=[email]"],
  ["from 2001:db8:85a3::8a2e:370:7334 again", "from [address] again"],
  ["connect ECONNREFUSED ::1:5432", "connect ECONNREFUSED [address]"],
  ["[2001:db8::1]:443 and fe80::1%eth0", "[[address]]:443 and [address]%eth0"],
  ["refused by 2001:db8::1: try again", "refused by [address]: try again"],
  ["seen from ::ffff:203.0.113.9", "seen from [address]"],
  ["Authorization: Bearer abc.def", "Authorization: Bearer [hidden]"],
  ["session eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0", "session [token]"],
  ["/auth/callback?code=1234567890&next=/", "/auth/callback?code=[hidden]&next=/"],
  ["smtps://post:hunter2@mail.example:465", "smtps://post:[email]:465"],
])("redacts %s", (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each(["12:34:56", "2026-11-21T19:24:38.374Z", "run.ts:12:34", "http://localhost:3000", "slug::text", "a :: b"])(
  "keeps %s",
  (text) => {
    expect(redact(text)).toBe(text);
  },
);

test("logs plain text and no requests until the server is ready", async () => {
  const written = captureOutput();
  const { log, logRequest } = await importLog();
  log("Database: 3 migrations applied.");
  logRequest({ id: "abcdefghijkl", method: "GET", path: "/", status: 200, milliseconds: 1 });
  await flush();
  expect(written()).toBe("Database: 3 migrations applied.\n");
});

test("logs each request as one line of JSON with its id", async () => {
  const written = captureOutput();
  const site = await loggedSite();
  const answer = await site.request("/reviews?q=asha%40example.in&token=abc");
  expect((await site.request("/fails")).status).toBe(500);
  await flush();
  const lines = written()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([
    { level: "info", message: "request", method: "GET", path: "/reviews", status: 200, ms: expect.any(Number) },
    { level: "error", message: "web server: Error: the disk is gone", stack: expect.any(Array) },
    { level: "info", message: "request", method: "GET", path: "/fails", status: 500 },
  ]);
  expect(lines[0]?.requestId).toBe(answer.headers.get("X-Request-Id"));
  expect(lines[1]?.requestId).toBe(lines[2]?.requestId);
  expect(lines[1]?.requestId).not.toBe(lines[0]?.requestId);
  expect(Date.parse(String(lines[0]?.time))).toBeGreaterThan(Date.parse("2026-01-01"));
  expect(written()).not.toMatch(/asha(?:@|%40)|token/);
});

test("redacts and truncates a URL that a client typed", async () => {
  const written = captureOutput();
  const site = await loggedSite();
  await site.request("/asha@example.in/%22,%22forged%22:%22");
  await site.request(`/${"x".repeat(5000)}`);
  await flush();
  const [first = "", second = ""] = written().trim().split("\n");
  expect(JSON.parse(first)).toMatchObject({ path: '/[email]/","forged":"' });
  expect(JSON.parse(first)).not.toHaveProperty("forged");
  expect(second.length).toBeLessThan(400);
});

test.for(["text", "json"] as const)("escapes control characters in a URL, as %s", async (format) => {
  const written = captureOutput();
  const { logRequest, startLog } = await importLog();
  startLog(format);
  // A line feed, two escape sequences, a direction override and a line separator.
  const path = "/x\nGharSach has stopped.\u001b[2J\u009b31m\u202egnp\u2028";
  logRequest({ id: "abcdefghijkl", method: "GET", path, status: 404, milliseconds: 1 });
  await flush();
  const line = written().replace(/\n$/, "");
  for (const sign of ["\n", "\u001b", "\u009b", "\u202e", "\u2028"]) expect(line).not.toContain(sign);
  const said = format === "json" ? (JSON.parse(line) as { path: string }).path : line;
  expect(said).toContain(String.raw`/x\u000aGharSach has stopped.\u001b[2J\u009b31m\u202egnp\u2028`);
});

const SECRET = "0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b";
const PHOTO = "1763663400000-k3j9x2.jpeg";

test.each(["json", "text"] as const)(
  "logs neither the secret of a grievance nor the name of a photo, as %s",
  { tags: ["11.57", "11.200"] },
  async (format) => {
    const written = captureOutput();
    const { logRequest, startLog } = await importLog();
    startLog(format);
    const grievances = ["/", "//", "%2F"].map((slash) => `/grievance${slash}${SECRET}`);
    const photos = ["object/review-proofs/public", "render/image/public/review-proofs/public"].map(
      (bucket) => `/storage/v1/${bucket}/${PHOTO}`,
    );
    const unfollow = `/unfollow/${SECRET}.${SECRET}`;
    const alerts = [`/alerts/${SECRET}`, `/alerts/${SECRET}/stop`];
    for (const path of [...grievances, `/grievance/${SECRET}.data`, unfollow, ...alerts, ...photos])
      logRequest({ id: "abcdefghijkl", method: "GET", path, status: 200, milliseconds: 1 });
    await flush();
    expect(written()).toContain("/grievance/[hidden]");
    expect(written()).toContain("/unfollow/[hidden]");
    expect(written()).toContain("/storage/v1/object/review-proofs/public/[photo]");
    expect(written()).not.toMatch(/0b9f7a52|1763663400000|k3j9x2/);
  },
);

test("keeps error texts from imitating log lines", async () => {
  const written = captureOutput();
  const { logError } = await importLog();
  const error = new Error("no such name: \u001b[31mx\nGharSach has stopped.");
  logError("api:", error);
  expect(written()).toContain("api: Error: no such name: \\u001b[31mx\n    GharSach has stopped.\n    at ");
});

test("logs a request as one line of text without its query", async () => {
  const written = captureOutput();
  const { startLog } = await importLog();
  const { createWebServer } = await import("./web-server.ts");
  const folder = temporaryFolder();
  startLog("text");
  const { app, answerFromMemory } = createWebServer({
    settings: { backend: "browser", siteUrl: "http://localhost", trustProxy: false },
    ping: async () => {},
    renderPage: async () => new Response("page"),
    handleOf: () => ({ isCached: true, parameters: ["q"] }),
    assetsFolder: folder,
  });
  const answer = await app.request("/reviews?q=private");
  const outgoing = { writeHead: () => ({ end: () => {} }) } as unknown as ServerResponse;
  const incoming = { method: "GET", url: "/reviews?q=private", headers: {} } as IncomingMessage;
  expect(answerFromMemory(incoming, outgoing)).toBe(true);
  await flush();
  expect(written()).toMatch(/^(?:GET \/reviews 200 [\d.]+ ms \[request [\w-]{36}\]\n){2}$/);
  expect(written()).toContain(String(answer.headers.get("X-Request-Id")));
});

test("accepts request ids only from a trusted proxy, and only plain ones", async () => {
  await importLog();
  const { logRequests } = await import("./request-log.ts");
  const named = async (isTrusted: boolean, id: string) => {
    const site = new Hono().use(logRequests(isTrusted)).get("/", (c) => c.text("here"));
    return (await site.request("/", { headers: { "X-Request-Id": id } })).headers.get("X-Request-Id");
  };
  expect(await named(true, "proxy-1234-abcd")).toBe("proxy-1234-abcd");
  expect(await named(false, "proxy-1234-abcd")).toMatch(/^[\w-]{36}$/);
  expect(await named(true, 'x"} {"level":"forged')).toMatch(/^[\w-]{36}$/);
});

test("logs a database error without statement, parameters and row", async () => {
  const written = captureOutput();
  const { logError } = await importLog();
  const error = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    detail: "Key (email)=(asha@example.in) already exists.",
    parameters: ["my landlord is", "asha@example.in"],
  });
  logError(error);
  const line = written();
  expect(line).toContain("duplicate key value");
  expect(line).toContain("(23505)");
  expect(line).not.toMatch(/asha@|landlord/);
});

async function loggedSite() {
  const { logError, startLog } = await importLog();
  const { logRequests } = await import("./request-log.ts");
  startLog("json");
  const site = new Hono().use(logRequests(false));
  site.get("/fails", () => {
    throw new Error("the disk is gone");
  });
  site.get("*", (c) => c.text("here"));
  site.onError((error, c) => {
    logError("web server:", error);
    return c.text("sorry", 500);
  });
  return site;
}

/** Imports the log as in a new process. */
function importLog() {
  vi.resetModules();
  return import("./log.ts");
}

/** Captures all output after this call. */
function captureOutput(): () => string {
  let text = "";
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      text += String(chunk);
      return true;
    });
  }
  return () => text;
}

/** Waits for request lines, which are written in batches. */
function flush() {
  return vi.advanceTimersByTimeAsync(50);
}
