import { promisify } from "node:util";
import zlib, { constants } from "node:zlib";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { CACHE_BYPASS_COOKIE } from "../app/data/cache-bypass-cookie.ts";
import { createFairQueue } from "./fair-queue.ts";
import { cacheHits, renderingTime } from "./metrics.ts";
import { type HandleOf, LONGEST_ADDRESS, addressOfTarget, mayHoldToken, publicAddress } from "./page-address.ts";
import {
  type Encoding,
  type StoredResponse,
  encodingFor,
  selectFrom,
  storeResponse,
  toResponse,
} from "./stored-response.ts";

/**
 * How long a page is fresh, and then is served stale while it is revalidated. A CDN adds as much, so a withdrawn review is in no cache after
 * a minute.
 */
export const FRESH_MS = 5_000;
export const STALE_MS = 20_000;

/** Rendering blocks the event loop, so revalidation waits until the browser has loaded styles and scripts. */
export const REVALIDATION_DELAY_MS = 1_000;

const LARGEST_PAGE = 8 * 1024 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Concurrent renderings: more than the database serves, so that pages without queries do not wait for those with queries. Each network
 * renders few at a time. Its queue is as long as its maximum of connections, because a client that is rejected at once retries at once.
 */
export const RENDERING = { name: "rendering", atOnce: 24, ofNetwork: 2, waiting: 1_000 };
const REVALIDATION = "";

/** Matches the cookie that a browser sets after a write, until caches have expired. */
const BYPASSES_CACHE = new RegExp(`(?:^|;\\s*)${CACHE_BYPASS_COOKIE}=`);

/** Memoized spellings of URLs, at most some 4 MB. */
export const MAX_SPELLINGS = 1_000;

interface RenderedPage {
  status: number;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer>;
}

/** A response that concurrent requests share but the cache does not store: a 404, a failure, or no-store. */
class UncachedPage extends Error {
  override readonly name = "UncachedPage";
  readonly page: RenderedPage;

  constructor(page: RenderedPage) {
    super("This page is not cached.");
    this.page = page;
  }
}

interface Caller {
  network: string;
  signal?: AbortSignal;
}

export interface PageCacheParts {
  renderPage(request: Request): Promise<Response>;
  handleOf: HandleOf;
  /** Pages do not depend on the URL that a visitor used. */
  siteUrl: string;
  addHeaders?(headers: Headers): void;
  /** For tests. */
  maxBytes?: number;
}

/**
 * Caches compressed pages in memory. All visitors get the same bytes: pages contain nothing of a visitor, and the Content-Security-Policy
 * names inline scripts by hash, not by nonce.
 */
export class PageCache {
  readonly #parts: PageCacheParts;
  /** Concurrent requests for a page wait for their network's turn, then share its rendering. */
  readonly #pages: LRUCache<string, StoredResponse>;
  /** Cache keys by requested path and query; "" for what is never cached. */
  readonly #addresses: LRUCache<string, string>;
  readonly #queue = createFairQueue(RENDERING);
  readonly #revalidations = new Map<string, NodeJS.Timeout>();
  readonly #renderings = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(parts: PageCacheParts) {
    this.#parts = parts;
    this.#addresses = new LRUCache({
      max: MAX_SPELLINGS,
      memoMethod: (target) => addressOfTarget(parts.siteUrl, target, parts.handleOf),
    });
    this.#pages = new LRUCache<string, StoredResponse>({
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: performance,
      noDeleteOnStaleGet: true,
      maxSize: parts.maxBytes ?? MAX_BYTES,
      maxEntrySize: LARGEST_PAGE,
      sizeCalculation: ({ headers, body }, key) => body.length + 2 * headers.join().length + key.length,
      fetchMethod: (key) => this.#render(key),
      noDeleteOnFetchRejection: true,
    });
  }

  /** Returns the page for this target if it is in the cache and the cookie does not bypass the cache. */
  stored(target: string, encoding: Encoding, cookie = ""): StoredResponse | undefined {
    if (target.length > LONGEST_ADDRESS || BYPASSES_CACHE.test(cookie)) return undefined;
    const address = this.#addresses.memo(target);
    return address === "" ? undefined : this.#cached(keyOf(address, encoding));
  }

  /** Answers a GET or HEAD, from memory if possible, or a POST to an uncached page. */
  async answer(request: Request, caller: Caller): Promise<Response> {
    try {
      const address = publicAddress(request.url, this.#parts.handleOf);
      if (!address) return await this.#private(request, caller);
      const asked = Object.fromEntries(request.headers);
      const key = keyOf(address, encodingFor(asked["accept-encoding"]));
      if (BYPASSES_CACHE.test(asked["cookie"] ?? "")) {
        // Rendering sees only this cookie, which selects the primary.
        const render = () => this.#render(key, { cookie: `${CACHE_BYPASS_COOKIE}=1` });
        const own = toResponse(selectFrom(await this.#inTurn(caller, render), request.method, asked));
        own.headers.set("Cache-Control", "private, no-store");
        own.headers.delete("CDN-Cache-Control");
        return own;
      }
      const page = this.#cached(key) ?? (await this.#inTurn(caller, () => this.#pages.forceFetch(key)));
      return toResponse(selectFrom(page, request.method, asked));
    } catch (error) {
      if (error instanceof UncachedPage) return respondUncached(error.page, request);
      throw error;
    }
  }

  /** For tests. */
  sizes() {
    return { bytes: this.#pages.calculatedSize, spellings: this.#addresses.size };
  }

  /** Cancels scheduled revalidations and waits for running ones. After that the database can be closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#revalidations.values()) clearTimeout(timer);
    await Promise.allSettled(this.#renderings);
  }

  /** Returns a fresh or stale page. Schedules the revalidation of a stale one. */
  #cached(key: string): StoredResponse | undefined {
    const page = this.#pages.get(key, { allowStale: true });
    const freshMs = page ? this.#pages.getRemainingTTL(key) : -Infinity;
    if (freshMs <= -STALE_MS) return undefined;
    if (freshMs < 0) this.#revalidate(key);
    if (page) cacheHits.inc({ state: freshMs < 0 ? "stale" : "fresh" });
    return page;
  }

  #revalidate(key: string): void {
    if (this.#isClosed || this.#revalidations.has(key)) return;
    const begin = async () => {
      // After a failure, the next request schedules another revalidation.
      await this.#queue.run(REVALIDATION, () => this.#pages.forceFetch(key)).catch(() => {});
      this.#revalidations.delete(key);
    };
    this.#revalidations.set(key, setTimeout(begin, REVALIDATION_DELAY_MS).unref());
  }

  #inTurn<Result>({ network, signal }: Caller, render: () => Promise<Result>): Promise<Result> {
    if (this.#queue.isFull(network)) throw new UncachedPage(BUSY);
    return this.#queue.run(network, render, signal);
  }

  #render(key: string, headers = {}): Promise<StoredResponse> {
    const rendering = this.#renderPage(key, headers).finally(() => this.#renderings.delete(rendering));
    this.#renderings.add(rendering);
    return rendering;
  }

  async #renderPage(key: string, asked: Record<string, string>): Promise<StoredResponse> {
    if (this.#isClosed) throw new Error("The server is stopping.");
    const [encoding = "identity", address = ""] = key.split(" ") as [Encoding, string];
    const answer = await this.#measured(new Request(this.#parts.siteUrl + address, { headers: asked }));
    const body = new Uint8Array(await answer.arrayBuffer());
    const headers = [...answer.headers];
    if (answer.status !== 200 || answer.headers.get("Cache-Control")?.includes("no-store"))
      throw new UncachedPage({ status: answer.status, headers, body });
    const stored = new Headers(CACHEABLE);
    for (const [name, value] of headers) stored.set(name, value);
    this.#parts.addHeaders?.(stored);
    return storeResponse(stored, body, encoding, await compressPage(body, encoding));
  }

  async #measured(request: Request): Promise<Response> {
    const end = renderingTime.startTimer();
    const page = await this.#parts.renderPage(request).finally(end);
    if (page.status === 503 && !page.headers.has("Retry-After")) page.headers.set("Retry-After", "5");
    return page;
  }

  async #private(request: Request, caller: Caller): Promise<Response> {
    const page = await this.#inTurn(caller, () => this.#measured(request));
    const { status, headers } = page;
    // A stream would be sent in chunks.
    const answer = new Response(page.body && new Uint8Array(await page.arrayBuffer()), { status, headers });
    answer.headers.set("Cache-Control", "private, no-store");
    if (mayHoldToken(request.url, this.#parts.handleOf)) answer.headers.set("Referrer-Policy", "no-referrer");
    return answer;
  }
}

const BUSY: RenderedPage = {
  status: 503,
  headers: [
    ["Content-Type", "text/plain; charset=utf-8"],
    ["Cache-Control", "no-store"],
    ["Retry-After", "5"],
  ],
  body: new TextEncoder().encode("Too many people are reading at the moment. Please try again in a few seconds."),
};

function respondUncached({ status, headers, body }: RenderedPage, request: Request): Response {
  const answer = new Headers(headers);
  if (!answer.has("Cache-Control")) answer.set("Cache-Control", "no-cache");
  return new Response(request.method === "HEAD" ? null : body, { status, headers: answer });
}

/**
 * Browsers always revalidate, mostly with a 304. Shared caches use the times of this cache. stale-while-revalidate is only in
 * CDN-Cache-Control (RFC 9213): browsers would honor it, too, and show authors a list without their new review.
 */
const CACHEABLE: [string, string][] = [
  ["Cache-Control", `public, max-age=0, s-maxage=${FRESH_MS / 1000}`],
  ["CDN-Cache-Control", `max-age=${FRESH_MS / 1000}, stale-while-revalidate=${STALE_MS / 1000}`],
  // Shared caches must not answer requests with the bypass cookie.
  ["Vary", "Accept-Encoding, Cookie"],
];

/** Returns the key of a page in one encoding. Encodings have separate entries, because most pages are requested in only one. */
const keyOf = (address: string, encoding: Encoding) => `${encoding} ${address}`;

/** Cheap enough for a page that only one visitor may see, and saves 4/5 of what the best level saves. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** Up to this many bytes, a window of 64 KB gives the same size for a fifth to a third less CPU time. */
const SMALL_WINDOW_UP_TO = 90_000;
/** Concurrent compressions: each takes 2 MB, and more would also take longer. */
const compressing = pLimit(2);
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

async function compressPage(page: Uint8Array<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === "identity") return page;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    ...(page.length <= SMALL_WINDOW_UP_TO && { [constants.BROTLI_PARAM_LGWIN]: 16 }),
  };
  const bytes = await compressing(() =>
    encoding === "br" ? brotli(page, { params }) : gzip(page, { level: GZIP_LEVEL }),
  );
  // Copies the bytes: compressors return a slice of a larger buffer, which would stay in memory.
  return new Uint8Array(bytes);
}
