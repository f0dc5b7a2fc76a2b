// @ts-check
// Keeps the page /deposit working without a connection. The page sends the URLs of its code; no other page uses this worker.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);
const CACHE = "deposit";
const PAGE = "/deposit";
/** In ms. A slower network gets the stored page, which may be of an older version. */
const PATIENCE = 8000;

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("message", (event) => event.waitUntil(store(event.data)));

worker.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin !== location.origin || event.request.method !== "GET") return;
  if (pathname.replace(/\/$/, "") === PAGE && event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (pathname.startsWith("/assets/")) event.respondWith(stored(event.request));
});

/** @param {Request} request */
async function page(request) {
  const cached = await caches.match(PAGE);
  if (!cached) return fetch(request);
  // Only until the headers: the rest of a slow page arrives.
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch(request, { signal: patience.signal });
    // A redirect has the status 0.
    return answer.status < 400 ? answer : cached;
  } catch {
    return cached;
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Request} request */
async function stored(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/**
 * Stores the page and its code. Removes the code of older versions.
 * @param {string[]} urls
 */
async function store(urls) {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const answer = await fetch(PAGE);
  if (!answer.ok) return;
  const html = await answer.text();
  // After a deployment, the tab has not loaded all code of the newer page: the next visit stores it. Other pages have no manifest.
  const [manifest = ""] = html.match(/\/assets\/manifest-[\w-]+\.js/) ?? [];
  if (!urls.includes(manifest)) return;
  const needed = [...new Set([...urls, ...(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [])])];
  await cache.addAll(needed.filter((url) => !known.has(url)));
  // Copied, because a file server may redirect to a folder, and browsers refuse a redirected answer to a navigation.
  await cache.put(PAGE, new Response(html, answer));
  await Promise.all([...known].filter((path) => ![PAGE, ...needed].includes(path)).map((path) => cache.delete(path)));
}
