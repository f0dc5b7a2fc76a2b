import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OWN_CHANGE_COOKIE, OWN_CHANGE_SECONDS } from "../app/data/own-change.ts";
import { FRESH_MS, PageCache, RENEWAL_DELAY_MS, STALE_MS } from "./page-cache.ts";

const SITE = "https://gharsach.in";
const renderPage = vi.fn<(request: Request, nonce: string) => Promise<Response>>();
let now = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  now = 0;
  let version = 0;
  renderPage.mockReset().mockImplementation(async (_, nonce) => {
    version += 1;
    return html(`<script nonce="${nonce}">v${version}</script><p>version ${version}</p>`);
  });
});

afterEach(() => {
  vi.useRealTimers();
});

test("a page is rendered once while it is fresh, and each answer has a nonce of its own", async () => {
  const cache = newCache();
  const first = await get(cache, "/reviews");
  now = 4_999;
  const second = await get(cache, "/reviews");
  expect(renderPage).toHaveBeenCalledTimes(1);
  expect([first.version, second.version]).toEqual([1, 1]);
  expect(first.nonce).not.toBe(second.nonce);
  expect(first.policy).toBe(`script-src 'nonce-${first.nonce}'`);
  expect(second.policy).toBe(`script-src 'nonce-${second.nonce}'`);
});

test("after five seconds the old page is sent at once, and made anew once when its styles have been asked for", async () => {
  const cache = newCache();
  await get(cache, "/");
  now = 5_000;
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(cache, "/")));
  expect(answers.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, () => 1));
  await vi.advanceTimersByTimeAsync(RENEWAL_DELAY_MS - 1);
  expect(renderPage).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(renderPage).toHaveBeenCalledTimes(2);
  await vi.waitFor(async () => expect((await get(cache, "/")).version).toBe(2), 10_000);
  now = 10_000;
  await get(cache, "/");
  await vi.advanceTimersByTimeAsync(RENEWAL_DELAY_MS);
  expect(renderPage).toHaveBeenCalledTimes(3);
});

test("who comes while the page is made anew gets the old one, and no second rendering starts", async () => {
  const cache = newCache();
  await get(cache, "/");
  now = 5_000;
  const { promise, resolve } = Promise.withResolvers<Response>();
  renderPage.mockReturnValueOnce(promise);
  await get(cache, "/");
  await vi.advanceTimersByTimeAsync(RENEWAL_DELAY_MS);
  expect((await get(cache, "/")).version).toBe(1);
  await vi.advanceTimersByTimeAsync(RENEWAL_DELAY_MS);
  expect(renderPage).toHaveBeenCalledTimes(2);
  resolve(html("<p>version 7</p>"));
  await vi.waitFor(async () => expect((await get(cache, "/")).version).toBe(7), 10_000);
});

test("a page older than 65 seconds is shown to nobody", async () => {
  const cache = newCache();
  await get(cache, "/");
  now = 64_999;
  renderPage.mockRejectedValueOnce(new Error("The database could not be reached."));
  expect((await get(cache, "/")).version).toBe(1);
  await vi.advanceTimersByTimeAsync(RENEWAL_DELAY_MS);
  expect(renderPage).toHaveBeenCalledTimes(2);
  now = 65_000;
  expect((await get(cache, "/")).version).toBe(2);
});

test("a page that grew too old before its renewal began is made at once", async () => {
  const cache = newCache();
  await get(cache, "/");
  now = 64_999;
  await get(cache, "/");
  now = 65_000;
  expect((await get(cache, "/")).version).toBe(2);
});

test("many who come at once to a page that nobody has seen wait for one rendering", async () => {
  const cache = newCache();
  const answers = await Promise.all(Array.from({ length: 50 }, () => get(cache, "/blog")));
  expect(renderPage).toHaveBeenCalledTimes(1);
  expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(50);
});

test("addresses that ask for the same are one page, rendered at that address", async () => {
  const cache = newCache();
  await get(cache, "/reviews?utm_source=x&city=Pune&q=%20lake%20%20view");
  await get(cache, "/reviews?q=lake+view&city=Pune&sort=&fbclid=1");
  await get(cache, "/about?q=1");
  await get(cache, "/about");
  expect(renderPage.mock.calls.map(([request]) => request.url)).toEqual([
    `${SITE}/reviews?q=lake+view&city=Pune`,
    `${SITE}/about`,
  ]);
});

test.each(["/reviews", "/reviews/", "/reviews.data", "/reviews/_.data", "/%72eviews"])(
  "the list at %s is one page for each search",
  async (path) => {
    const cache = newCache();
    await get(cache, `${path}?q=lake&utm_source=x`);
    await get(cache, `${path}?q=view`);
    expect(renderPage.mock.calls.map(([request]) => request.url)).toEqual([
      `${SITE}${path}?q=lake`,
      `${SITE}${path}?q=view`,
    ]);
  },
);

test("nothing of a visitor reaches the rendering of a page that others see", async () => {
  await get(newCache(), "/", { Cookie: "a=b", "X-Forwarded-Host": "evil.example", "Accept-Language": "hi" });
  expect([...(renderPage.mock.calls[0]?.[0].headers ?? [])]).toEqual([]);
});

test.each([
  "/login?next=%2F",
  "/signup",
  "/update-password?token_hash=x",
  "/auth/callback?token_hash=x",
  "/LOGIN",
  "/submit-review.data",
])("pages about one account are made for each request and kept by nobody: %s", async (address) => {
  const cache = newCache();
  const { headers } = await get(cache, address);
  await get(cache, address);
  expect(renderPage).toHaveBeenCalledTimes(2);
  expect(renderPage.mock.calls[0]?.[0].url).toBe(SITE + address);
  expect(headers.get("Cache-Control")).toBe("private, no-store");
});

test("who has just written something sees pages made for them", async () => {
  const cache = newCache();
  await get(cache, "/reviews");
  const own = await get(cache, "/reviews", { Cookie: `theme=x; ${OWN_CHANGE_COOKIE}=1` });
  expect(own.version).toBe(2);
  expect(own.headers.get("Cache-Control")).toBe("private, no-store");
  expect((await get(cache, "/reviews")).version).toBe(1);
  expect(OWN_CHANGE_SECONDS * 1000).toBeGreaterThan(FRESH_MS + STALE_MS);
});

test("caches are told how long a page holds, and browsers hear that theirs still does", async () => {
  const cache = newCache();
  const { headers } = await get(cache, "/");
  expect(headers.get("Cache-Control")).toBe("public, max-age=0, s-maxage=5");
  expect(headers.get("CDN-Cache-Control")).toBe("max-age=5, stale-while-revalidate=60");
  expect(headers.get("Vary")).toBe("Accept-Encoding, Cookie");
  const again = await cache.answer(
    new Request(`${SITE}/`, { headers: { "If-None-Match": headers.get("ETag") ?? "" } }),
    "br",
  );
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
  // The nonce of the page that the browser keeps would not fit another policy.
  expect(again.headers.has("Content-Security-Policy")).toBe(false);
  now = 70_000;
  expect((await get(cache, "/")).headers.get("ETag")).not.toBe(headers.get("ETag"));
});

test("the compressed answer is the page, and says how long it is", async () => {
  const answer = await newCache().answer(new Request(`${SITE}/`), "br");
  const body = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get("Content-Encoding")).toBe("br");
  expect(answer.headers.get("Content-Length")).toBe(String(body.length));
  expect(brotliDecompressSync(body).toString()).toContain("version 1");
});

test("HEAD gets the headers of the page and no page", async () => {
  const answer = await newCache().answer(new Request(`${SITE}/`, { method: "HEAD" }), "identity");
  expect(Number(answer.headers.get("Content-Length"))).toBeGreaterThan(50);
  expect(await answer.text()).toBe("");
});

test.each([
  { status: 404, control: null },
  { status: 503, control: null },
  { status: 200, control: "no-store" },
])("an answer of $status with Cache-Control $control is kept for nobody", async ({ status, control }) => {
  const headers = control ? { "Cache-Control": control } : undefined;
  renderPage.mockImplementation(async (_, nonce) => new Response(`<script nonce="${nonce}">`, { status, headers }));
  const cache = newCache();
  const [first, second] = await Promise.all([get(cache, "/x"), get(cache, "/x")]);
  expect(renderPage).toHaveBeenCalledTimes(1);
  expect(first.status).toBe(status);
  expect(first.nonce).not.toBe(second.nonce);
  expect(first.headers.get("Cache-Control")).toBe(control ?? "no-cache");
  await get(cache, "/x");
  expect(renderPage).toHaveBeenCalledTimes(2);
});

test("a rendering that fails is the failure of those who waited, and the next one tries again", async () => {
  const cache = newCache();
  renderPage.mockRejectedValueOnce(new Error("render"));
  const both = await Promise.allSettled([get(cache, "/"), get(cache, "/")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await get(cache, "/")).version).toBe(1);
});

test("a cache that is closed drops planned renewals, waits for those under way and plans no more", async () => {
  const cache = newCache();
  await get(cache, "/");
  await get(cache, "/reviews");
  now = FRESH_MS;
  await get(cache, "/");
  const { promise, resolve: finish } = Promise.withResolvers<Response>();
  renderPage.mockReturnValueOnce(promise);
  vi.advanceTimersByTime(RENEWAL_DELAY_MS);
  await get(cache, "/reviews");
  expect(renderPage).toHaveBeenCalledTimes(3);

  let isClosed = false;
  const closing = cache.close().then(() => (isClosed = true));
  await Promise.resolve();
  expect(isClosed).toBe(false);
  finish(html("<p>version 3</p>"));
  await closing;

  now = 2 * FRESH_MS;
  await get(cache, "/reviews");
  vi.advanceTimersByTime(10 * RENEWAL_DELAY_MS);
  expect(renderPage).toHaveBeenCalledTimes(3);
});

test("a route's own word on how long it holds stands", async () => {
  renderPage.mockResolvedValue(new Response("<rss/>", { headers: { "Cache-Control": "public, max-age=3600" } }));
  expect((await get(newCache(), "/blog/rss.xml")).headers.get("Cache-Control")).toBe("public, max-age=3600");
});

function newCache() {
  return new PageCache({
    renderPage,
    siteUrl: SITE,
    policyOf: (nonce) => `script-src 'nonce-${nonce}'`,
    now: () => now,
  });
}

async function get(cache: PageCache, address: string, headers: Record<string, string> = {}) {
  const answer = await cache.answer(new Request(SITE + address, { headers }), "identity");
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    policy: answer.headers.get("Content-Security-Policy"),
    nonce: /nonce="([^"]+)"/.exec(text)?.[1],
    version: Number(/version (\d+)/.exec(text)?.[1]),
  };
}

function html(body: string): Response {
  return new Response(body, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}
