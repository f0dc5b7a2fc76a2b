import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { serve } from "@hono/node-server";
import { expect, onTestFinished, test, vi } from "vitest";
import { CACHE_BYPASS_COOKIE } from "../app/data/cache-bypass-cookie.ts";
import { createLimits, type Limits } from "./embedded/limits.ts";
import { encodingFor } from "./stored-response.ts";
import { type WebServerParts, createWebServer } from "./web-server.ts";
import { temporaryFolder } from "../scripts/temporary-folder.ts";

const SITE = "http://localhost:3000";

test("refuses a URL that is not valid text", async () => {
  const { app, renderPage } = withoutFiles();
  for (const address of ["%ff", "x/%E0%A4%A", "x.png%ff", "blog/%", "%c0%af", "a%00b", "x%0a", "%0d%0aX: y"]) {
    const answer = await app.request(`${SITE}/${address}`);
    expect([answer.status, await answer.text()], address).toEqual([400, "This web address is not valid."]);
    expect(answer.headers.get("X-Request-Id"), address).toMatch(/^[\w-]{36}$/);
  }
  const answer = await app.request(`${SITE}/storage/v1/object/a%00b`);
  expect([answer.status, await answer.json()]).toEqual([400, { message: "This web address is not valid." }]);
  expect(renderPage).not.toHaveBeenCalled();
  for (const address of ["/100%25", "/%E0%A4%95", "/?q=%ff"])
    expect((await app.request(SITE + address)).status, address).toBe(200);
});

test.each(["1.2.3.4.5", "1.2.3.999"])("refuses the invalid Host %s", async (host) => {
  const { app, renderPage } = withoutFiles();
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  onTestFinished(() => void server.close());
  if (!server.listening) await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const request = http.request({ port, host: "127.0.0.1", path: "/reviews", headers: { host }, agent: false }).end();
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(400);
  expect(renderPage).not.toHaveBeenCalled();
});

const ASKED: [string, string, Record<string, string>][] = [
  ["GET", "br", { "accept-encoding": "gzip, deflate, br, zstd" }],
  ["GET", "gzip", { "accept-encoding": "br;q=0, gzip" }],
  ["GET", "no", {}],
  ["HEAD", "br", { "accept-encoding": "br" }],
];

test.for(ASKED)("answers %s with %s encoding from memory as Hono would", async ([method, , headers]) => {
  const { app, visit } = await site();
  const slow = await app.request(`${SITE}/reviews?q=lake`, { method, headers });
  const fast = await visit("/ReViEwS/?utm_source=x&q=lake", { method, headers });
  expect(fast.isFromMemory).toBe(true);
  expect([fast.status, fast.body.toString("base64")]).toEqual([
    200,
    Buffer.from(await slow.arrayBuffer()).toString("base64"),
  ]);
  expect(fast.headers).toEqual({
    ...Object.fromEntries(slow.headers),
    "x-request-id": expect.stringMatching(/^[\w-]{36}$/),
  });
  expect(fast.headers).toMatchObject({
    "content-security-policy": "script-src 'self'",
    "content-type": "text/html; charset=utf-8",
    "strict-transport-security": "max-age=63072000",
    "x-content-type-options": "nosniff",
    vary: "Accept-Encoding, Cookie",
  });
  const again = await visit("/reviews?q=lake", {
    method,
    headers: { ...headers, "if-none-match": slow.headers.get("ETag") ?? "" },
  });
  expect([again.status, again.body.length, again.headers["content-length"]]).toEqual([304, 0, undefined]);
  expect(again.headers["content-security-policy"]).toBe("script-src 'self'");
});

test("passes everything else to Hono", async () => {
  const { app, visit } = await site();
  expect((await visit("/reviews")).isFromMemory).toBe(false);
  for (const page of ["/reviews", "/login"]) await app.request(SITE + page);
  expect((await visit("/reviews")).isFromMemory).toBe(true);
  expect((await visit("/reviews", { method: "POST" })).isFromMemory).toBe(false);
  expect((await visit("/reviews", { headers: { cookie: `${CACHE_BYPASS_COOKIE}=1` } })).isFromMemory).toBe(false);
  const others = "/login /healthz /%ff //evil.example/reviews /assets /assets/app.js.br /assets/../../x";
  for (const address of others.split(" ")) expect((await visit(address)).isFromMemory, address).toBe(false);
});

test("serves built files from memory, immutable below /assets", async () => {
  const { app, visit } = await site();
  const br = await visit("/assets/app.js?v=1", { headers: { "accept-encoding": "br" } });
  expect(br.body).toEqual(brotliCompressSync(SCRIPT));
  expect(br.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "content-encoding": "br",
    "content-length": String(br.body.length),
    "cache-control": "public, max-age=31536000, immutable",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    vary: "Accept-Encoding",
  });
  // The file has no gzip copy.
  const plain = await visit("/assets/app.js", { headers: { "accept-encoding": "gzip" } });
  expect([plain.body.toString(), plain.headers["content-encoding"], plain.headers.etag]).toEqual([
    SCRIPT,
    undefined,
    br.headers.etag,
  ]);
  const picture = await visit("/og/site.png");
  expect(picture.headers).toMatchObject({ "content-type": "image/png", "cache-control": "public, max-age=86400" });
  expect([picture.headers["cross-origin-resource-policy"], picture.headers.vary]).toEqual(["cross-origin", undefined]);
  const ifNoneMatch = { headers: { "if-none-match": picture.headers.etag ?? "" } };
  expect((await visit("/og/site.png", ifNoneMatch)).status).toBe(304);
  expect((await visit("/og/site.png", { method: "HEAD" })).body.length).toBe(0);
  // A request with an absolute URL reaches Hono.
  expect(await (await app.request(`${SITE}/og/site.png`)).text()).toBe("a picture");
});

test("accepts a request id only from a trusted proxy, also from memory", async () => {
  for (const trustProxy of [true, false]) {
    const { visit } = await site({ trustProxy });
    const id = async (headers: Record<string, string>) =>
      (await visit("/og/site.png", { headers })).headers["x-request-id"];
    const given = await id({ "x-request-id": "proxy-1234-abcd" });
    expect(given === "proxy-1234-abcd").toBe(trustProxy);
    expect(await id({})).toMatch(/^[\w-]{36}$/);
  }
});

test(
  "passes only the URL of the pages that accept a POST, with a rate limit",
  { tags: ["10.123", "10.422"] },
  async () => {
    const { app, renderPage } = withoutFiles();
    const post = (target: string, from: string) =>
      app.request(SITE + target, {
        method: "POST",
        headers: { cookie: "a=b", origin: "https://elsewhere.example", "x-forwarded-for": from },
        body: "List-Unsubscribe=One-Click",
      });
    expect((await post("/unfollow/a.b", "10.0.0.1")).status).toBe(200);
    const [[passed] = []] = renderPage.mock.calls;
    expect([passed?.method, passed?.url, [...(passed?.headers ?? [])], await passed?.text()]).toEqual([
      ...["POST", `${SITE}/unfollow/a.b`, [], ""],
    ]);
    for (const target of ["/alerts/a", "/alerts/a/stop"])
      expect((await post(target, "10.0.0.1")).status, target).toBe(200);
    for (const target of ["/unfollow", "/alerts", "/alerts/a/b", "/unfollow/a/b", "/unfollow/a.data/", "/account"])
      expect((await post(target, "10.0.0.1")).status, target).toBe(405);
    for (let count = 1; count < 300; count += 1) await post("/unfollow/a", "10.0.0.1");
    const refused = await post("/unfollow/a", "10.0.0.1");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(renderPage).toHaveBeenCalledTimes(300);
  },
);

test("counts POSTs to unfollow with those of the API", async () => {
  const limits = createLimits();
  limits.setNumbers({ changes_per_address_5_min: 1 });
  limits.count("change", { address: "" });
  const { app, renderPage } = withoutFiles(limits);
  expect((await app.request(`${SITE}/unfollow/a`, { method: "POST" })).status).toBe(429);
  expect(renderPage).not.toHaveBeenCalled();
});

test("ignores an Accept-Encoding of more than 200 characters", async () => {
  const { app, renderPage } = withoutFiles();
  renderPage.mockImplementation(
    async () => new Response("page ".repeat(1_000), { headers: { "Content-Type": "text/html" } }),
  );
  const encoded = async (length: number) => {
    const headers = { "accept-encoding": "gzip".padEnd(length, ",br") };
    return [
      (await app.request(SITE, { headers })).headers.get("Content-Encoding"),
      encodingFor(headers["accept-encoding"]),
    ];
  };
  expect(await encoded(200)).toEqual(["gzip", "br"]);
  expect(await encoded(201)).toEqual([null, "identity"]);
});

function withoutFiles(limits?: Limits) {
  const renderPage = vi.fn<WebServerParts["renderPage"]>(async () => new Response("page"));
  const settings = { backend: "browser", siteUrl: SITE, trustProxy: false } as const;
  return { ...createWebServer({ settings, ping: async () => {}, renderPage, assetsFolder: null, limits }), renderPage };
}

const SCRIPT = "export const built = true;";

/** Starts a site with two files, one of them also compressed. `visit` returns the response to a request and whether it came from memory. */
async function site({ trustProxy = false } = {}) {
  const folder = temporaryFolder();
  for (const [name, content] of [
    ["assets/app.js", SCRIPT],
    ["assets/app.js.br", brotliCompressSync(SCRIPT)],
    ["og/site.png", "a picture"],
  ] as const) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  const { app, answerFromMemory } = createWebServer({
    settings: { backend: "browser", siteUrl: "https://gharsach.example", trustProxy },
    ping: async () => {},
    renderPage: async ({ url }) =>
      new Response(`<p>${url}</p>`.repeat(100), {
        headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "script-src 'self'" },
      }),
    handleOf: (page) => (page === "/login" ? {} : { isCached: true }),
    assetsFolder: folder,
  });
  const server = http.createServer((incoming, outgoing) => {
    if (!answerFromMemory(incoming, outgoing)) outgoing.writeHead(421).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  async function visit(
    target: string,
    { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ) {
    const request = http.request({ port, host: "127.0.0.1", path: target, method, headers, agent: false }).end();
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once("response", resolve).once("error", reject);
    });
    const sent = { ...answer.headers };
    delete sent.date;
    delete sent.connection;
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const { statusCode: status } = answer;
    return { status, headers: sent, body: Buffer.concat(chunks), isFromMemory: status !== 421 };
  }
  return { app, visit };
}
