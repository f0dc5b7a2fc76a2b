import { randomBytes } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { beforeEach, expect, test, vi } from "vitest";
import { CACHE_BYPASS_COOKIE, CACHE_BYPASS_SECONDS } from "../app/data/cache-bypass-cookie.ts";
import { FRESH_MS, MAX_SPELLINGS, PageCache, RENDERING, REVALIDATION_DELAY_MS, STALE_MS } from "./page-cache.ts";

const SITE = "https://gharsach.in";
const renderPage = vi.fn<(request: Request) => Promise<Response>>();
const handleOf = (path: string) =>
  path === "/login" ? {} : { isCached: true as const, parameters: ["q", "city", "sort", "after", "review"] };
const POLICY = "script-src 'self' 'sha256-n'";
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  // lru-cache ignores time 0.
  vi.advanceTimersByTime(1);
  let version = 0;
  renderPage.mockImplementation(async () => {
    version += 1;
    return html(`<script>v${version}</script><p>version ${version}</p>`, POLICY);
  });
});

test("renders a fresh page once and sends everyone the same bytes and policy", async () => {
  const cache = newCache();
  const first = await get(cache, "/reviews");
  await advance(FRESH_MS);
  const second = await get(cache, "/reviews");
  expect(renderPage).toHaveBeenCalledTimes(1);
  expect([first.version, second.version]).toEqual([1, 1]);
  expect(first.policy).toBe(POLICY);
  expect([second.text, ...second.headers]).toEqual([first.text, ...first.headers]);
});

test("serves a stale page at once while it is revalidated", async () => {
  const cache = newCache();
  await get(cache, "/");
  await advance(FRESH_MS + 1);
  const { promise, resolve } = Promise.withResolvers<Response>();
  renderPage.mockReturnValueOnce(promise);
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(cache, "/")));
  await advance(REVALIDATION_DELAY_MS - 1);
  expect(renderPage).toHaveBeenCalledTimes(1);
  await advance(1);
  answers.push(await get(cache, "/"));
  await advance(REVALIDATION_DELAY_MS);
  expect(renderPage).toHaveBeenCalledTimes(2);
  expect(new Set(answers.map(({ version }) => version))).toEqual(new Set([1]));
  resolve(html("<p>version 7</p>"));
  await vi.waitFor(async () => expect((await get(cache, "/")).version).toBe(7));
});

test("keeps a stale page after a failed revalidation, for 25 seconds at most", async () => {
  const cache = newCache();
  await get(cache, "/");
  await advance(FRESH_MS + 1);
  renderPage.mockResolvedValueOnce(new Response("The database is down.", { status: 503 }));
  await get(cache, "/");
  await advance(REVALIDATION_DELAY_MS);
  expect(renderPage).toHaveBeenCalledTimes(2);
  await advance(STALE_MS - REVALIDATION_DELAY_MS - 2);
  expect((await get(cache, "/")).version).toBe(1);
  await advance(1);
  expect((await get(cache, "/")).version).toBe(2);
});

test("shares a rendering among concurrent requests of all networks", async () => {
  const cache = newCache();
  const { promise, resolve } = Promise.withResolvers<Response>();
  renderPage.mockReturnValueOnce(promise);
  const answers = Array.from({ length: 50 }, () => get(cache, "/blog"));
  await vi.waitFor(() => expect(renderPage).toHaveBeenCalledTimes(1));
  answers.push(get(cache, "/blog", {}, { network: "elsewhere" }));
  resolve(html("<p>version 1</p>"));
  expect(new Set((await Promise.all(answers)).map(({ text }) => text)).size).toBe(1);
  expect(renderPage).toHaveBeenCalledTimes(1);
});

// page-address.test.ts tests which URLs are equivalent.
test("caches equivalent URLs as one page, rendered at the canonical URL", async () => {
  const cache = newCache();
  for (const address of ["/reviews?utm_source=x&city=Pune&q=%20lake", "/ReViEwS//?q=lake&city=Pune&sort=&_routes=root"])
    await get(cache, address);
  for (const query of ["", "?_routes=root", "?_routes=b,a&_routes=c"]) await get(cache, `/reviews.data${query}`);
  expect(renderPage.mock.calls.map(([request]) => request.url)).toEqual([
    `${SITE}/reviews?q=lake&city=Pune`,
    `${SITE}/reviews.data`,
  ]);
});

test("passes no request header to the rendering of a cached page", async () => {
  await get(newCache(), "/", { Cookie: "a=b", "X-Forwarded-Host": "evil.example", "Accept-Language": "hi" });
  expect([...(renderPage.mock.calls[0]?.[0].headers ?? [])]).toEqual([]);
});

test("renders account pages for each request and never caches them", async () => {
  const cache = newCache();
  const address = "/login?next=%2F";
  const { headers } = await get(cache, address);
  await get(cache, address);
  expect(renderPage).toHaveBeenCalledTimes(2);
  expect(renderPage.mock.calls[0]?.[0].url).toBe(SITE + address);
  expect(headers.get("Cache-Control")).toBe("private, no-store");
  renderPage.mockResolvedValueOnce(new Response("<p>", { status: 503 }));
  expect((await get(cache, address)).headers.get("Retry-After")).toBe("5");
});

const OWN = { Cookie: `theme=x; ${CACHE_BYPASS_COOKIE}=1` };

test("renders separately for a client that has just written", async () => {
  const cache = newCache();
  await get(cache, "/reviews");
  const own = await get(cache, "/reviews", OWN);
  expect(own.version).toBe(2);
  expect([...(renderPage.mock.lastCall?.[0].headers ?? [])]).toEqual([["cookie", `${CACHE_BYPASS_COOKIE}=1`]]);
  expect(own.headers.get("Cache-Control")).toBe("private, no-store");
  expect(own.headers.has("CDN-Cache-Control")).toBe(false);
  expect(own.headers.has("ETag")).toBe(true);
  const other = await get(cache, "/reviews");
  expect(other.version).toBe(1);
  expect(other.headers.get("Cache-Control")).toContain("public");
  // A CDN may serve a stale page as long again, and a replica may be 45 s behind.
  expect(CACHE_BYPASS_SECONDS * 1000).toBeGreaterThan(2 * (FRESH_MS + STALE_MS) + 45_000);
});

test("answers 503 if a network has too many renderings, and serves others", { tags: ["11.201"] }, async () => {
  const { cache, finishAll } = heldCache();
  const inLine = RENDERING.ofNetwork + RENDERING.waiting;
  const pages = Array.from({ length: inLine }, (_, page) => get(cache, `/reviews?q=${page}`));
  await vi.waitFor(() => expect(renderPage).toHaveBeenCalledTimes(RENDERING.ofNetwork));
  for (const address of ["/reviews?q=more", "/login"]) {
    const refused = await get(cache, address);
    expect([refused.status, refused.headers.get("Retry-After")], address).toEqual([503, "5"]);
    expect(refused.headers.get("Cache-Control")).toBe("no-store");
  }
  const others = [
    get(cache, "/reviews?q=other", {}, { network: "elsewhere" }),
    get(cache, "/login", {}, { network: "at work" }),
    // This page is also the last in the queue of the other network.
    get(cache, `/reviews?q=${inLine - 1}`, {}, { network: "elsewhere" }),
  ];
  await vi.waitFor(() => expect(renderPage).toHaveBeenCalledTimes(RENDERING.ofNetwork + others.length));
  finishAll();
  expect(new Set((await Promise.all([...pages, ...others])).map(({ status }) => status))).toEqual(new Set([200]));
});

test("renders nothing for a disconnected client, but for others that wait for the page", async () => {
  const { cache, finishAll } = heldCache();
  for (let page = 0; page < RENDERING.ofNetwork; page += 1) void get(cache, `/reviews?q=${page}`);
  const gone = new AbortController();
  const abandoned = ["/reviews?q=gone", "/login", "/reviews?q=shared"].map((address) =>
    get(cache, address, {}, { signal: gone.signal }),
  );
  const shared = get(cache, "/reviews?q=shared", {}, { signal: new AbortController().signal });
  await vi.waitFor(() => expect(renderPage).toHaveBeenCalledTimes(RENDERING.ofNetwork));
  gone.abort();
  for (const answer of abandoned) await expect(answer).rejects.toThrow("The client has disconnected.");
  finishAll();
  expect((await shared).status).toBe(200);
  const rendered = renderPage.mock.calls.map(([request]) => request.url);
  expect(rendered.slice(RENDERING.ofNetwork)).toEqual([`${SITE}/reviews?q=shared`]);
});

test("sends max-age to shared caches and 304 to browsers", async () => {
  const cache = newCache();
  const { headers } = await get(cache, "/");
  expect(headers.get("Cache-Control")).toBe("public, max-age=0, s-maxage=5");
  expect(headers.get("CDN-Cache-Control")).toBe("max-age=5, stale-while-revalidate=20");
  expect(headers.get("Vary")).toBe("Accept-Encoding, Cookie");
  const again = await cache.answer(
    new Request(`${SITE}/`, { headers: { "If-None-Match": headers.get("ETag") ?? "" } }),
    { network: "home" },
  );
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
  expect(again.headers.get("Content-Security-Policy")).toBe(POLICY);
  await advance(70_000);
  expect((await get(cache, "/")).headers.get("ETag")).not.toBe(headers.get("ETag"));
});

test("compresses a page and sends its Content-Length", async () => {
  const answer = await newCache().answer(new Request(`${SITE}/`, { headers: { "Accept-Encoding": "gzip, br" } }), {
    network: "home",
  });
  const body = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get("Content-Encoding")).toBe("br");
  expect(answer.headers.get("Content-Length")).toBe(String(body.length));
  expect(brotliDecompressSync(body).toString()).toContain("version 1");
});

test.each([
  { status: 404, control: null, retryAfter: null },
  { status: 503, control: null, retryAfter: "5" },
  { status: 200, control: "no-store", retryAfter: null },
])("does not cache a response of $status with Cache-Control $control", async ({ status, control, retryAfter }) => {
  const headers = control ? { "Cache-Control": control } : undefined;
  renderPage.mockImplementation(async () => new Response("<p>", { status, headers }));
  const cache = newCache();
  const [first, second] = await Promise.all([get(cache, "/x"), get(cache, "/x")]);
  expect(renderPage).toHaveBeenCalledTimes(1);
  expect(first.status).toBe(status);
  expect(second.text).toBe(first.text);
  expect(first.headers.get("Cache-Control")).toBe(control ?? "no-cache");
  expect(first.headers.get("Retry-After")).toBe(retryAfter);
  await get(cache, "/x");
  expect(renderPage).toHaveBeenCalledTimes(2);
});

test("fails all requests of a failed rendering, and retries for the next", async () => {
  const cache = newCache();
  renderPage.mockRejectedValueOnce(new Error("render"));
  const both = await Promise.allSettled([get(cache, "/"), get(cache, "/")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await get(cache, "/")).version).toBe(1);
});

test("serves a cached page from memory for every spelling of its URL", async () => {
  const cache = newCache();
  expect(cache.stored("/reviews?q=lake", "identity")).toBeUndefined();
  await get(cache, "/reviews?q=lake");
  const stored = cache.stored("/reviews?q=lake", "identity");
  expect(stored?.etag).toBeTruthy();
  expect(cache.stored("/ReViEwS//?utm_source=x&q=+lake", "identity")).toBe(stored);
  expect(cache.stored("/reviews?q=lake", "identity", "theme=x")).toBe(stored);
  expect(cache.stored("/reviews?q=lake", "identity", OWN.Cookie)).toBeUndefined();
  expect(cache.stored("/reviews?q=lake", "br")).toBeUndefined();
  for (const target of ["/reviews?q=view", "/login", "/%ff", "reviews?q=lake", `${SITE}/reviews?q=lake`, "*", ""])
    expect(cache.stored(target, "identity"), target).toBeUndefined();
  expect(renderPage).toHaveBeenCalledTimes(1);
});

test("serves a stale page from memory and revalidates it", async () => {
  const cache = newCache();
  const first = (await get(cache, "/")).headers.get("ETag");
  await advance(FRESH_MS + 1);
  expect(cache.stored("/", "identity")?.etag).toBe(first);
  await advance(REVALIDATION_DELAY_MS);
  expect(cache.stored("/", "identity")?.etag).not.toBe(first);
  await advance(FRESH_MS + STALE_MS);
  expect(cache.stored("/", "identity")).toBeUndefined();
});

test("bounds memory for any number of pages and spellings", async () => {
  const maxBytes = 64_000;
  const cache = new PageCache({ renderPage, handleOf, siteUrl: SITE, maxBytes });
  const page = randomBytes(2_000).toString("hex");
  renderPage.mockImplementation(async () => html(page));
  for (let search = 0; search < 50; search += 1) await get(cache, `/reviews?q=${search}`);
  expect(cache.sizes().bytes).toBeLessThanOrEqual(maxBytes);
  expect(cache.sizes().bytes).toBeGreaterThan(maxBytes / 2);
  for (let spelling = 0; spelling < 3 * MAX_SPELLINGS; spelling += 1)
    cache.stored(`/reviews?utm_source=${spelling}`, "identity");
  expect(cache.sizes().spellings).toBe(MAX_SPELLINGS);
});

test("waits for running renderings when it closes, and starts no more", async () => {
  const cache = newCache();
  await get(cache, "/");
  await advance(FRESH_MS + 1);
  await get(cache, "/");
  const { promise, resolve: finish } = Promise.withResolvers<Response>();
  renderPage.mockReturnValueOnce(promise);
  const page = get(cache, "/reviews");
  await vi.waitFor(() => expect(renderPage).toHaveBeenCalledTimes(2));
  let isClosed = false;
  const closing = cache.close().then(() => (isClosed = true));
  await advance(10 * REVALIDATION_DELAY_MS);
  expect(isClosed).toBe(false);
  finish(html("<p>version 3</p>"));
  await closing;
  expect((await page).version).toBe(3);
  await get(cache, "/");
  await advance(10 * REVALIDATION_DELAY_MS);
  expect(renderPage).toHaveBeenCalledTimes(2);
});

test("keeps a route's own Cache-Control", async () => {
  renderPage.mockResolvedValue(new Response("<rss/>", { headers: { "Cache-Control": "public, max-age=3600" } }));
  expect((await get(newCache(), "/blog/rss.xml")).headers.get("Cache-Control")).toBe("public, max-age=3600");
});

function newCache() {
  return new PageCache({ renderPage, handleOf, siteUrl: SITE });
}

async function advance(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Creates a cache whose renderings wait for `finishAll`. */
function heldCache() {
  const waiting: (() => void)[] = [];
  renderPage.mockImplementation(() => new Promise((resolve) => waiting.push(() => resolve(html("<p>version 1</p>")))));
  const finishAll = () => {
    renderPage.mockImplementation(async () => html("<p>version 1</p>"));
    for (const finish of waiting) finish();
  };
  return { cache: newCache(), finishAll };
}

async function get(
  cache: PageCache,
  address: string,
  headers: Record<string, string> = {},
  { network = "home", signal }: { network?: string; signal?: AbortSignal } = {},
) {
  const answer = await cache.answer(new Request(SITE + address, { headers }), { network, ...(signal && { signal }) });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    policy: answer.headers.get("Content-Security-Policy"),
    text,
    version: Number(/version (\d+)/.exec(text)?.[1]),
  };
}

function html(body: string, policy = "script-src 'self'"): Response {
  return new Response(body, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
  });
}
