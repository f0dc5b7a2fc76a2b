import { LRUCache } from "lru-cache";
import { CACHE_BYPASS_COOKIE } from "../app/data/cache-bypass-cookie.ts";
import { compressPage } from "./compress-page.ts";
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
 * How long a page is fresh, and how much longer a stale one is sent while it is rendered again. A CDN in front adds as much: what an
 * author withdraws is in no cache a minute later.
 */
export const FRESH_MS = 5_000;
export const STALE_MS = 20_000;

/**
 * A browser requests styles and scripts right after the page: revalidation waits until those are answered, since rendering
 * blocks the event loop.
 */
export const REVALIDATION_DELAY_MS = 1_000;

const LARGEST_PAGE = 8 * 1024 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * More at once than the database serves, so that pages without queries do not wait behind those with queries; few of one network, of
 * which as many wait as it has connections: a storm that is refused at once comes again at once.
 */
export const RENDERING = { name: "rendering", atOnce: 24, ofNetwork: 2, waiting: 1_000 };
/** Stands for a network where a stale page is revalidated for later visitors. */
const REVALIDATION = "";

/** Set by a browser after a write, for as long as a page from before it may be cached anywhere. */
const BYPASSES_CACHE = new RegExp(`(?:^|;\\s*)${CACHE_BYPASS_COOKIE}=`);

/** Spellings of addresses in memory, some 4 MB at most. */
export const MAX_SPELLINGS = 1_000;

/** A page as it was rendered. */
interface RenderedPage {
  status: number;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer>;
}

/** A response that concurrent requests share and no later one gets: an unknown address, a failure, a route's no-store. */
class UncachedPage extends Error {
  override readonly name = "UncachedPage";
  readonly page: RenderedPage;

  constructor(page: RenderedPage) {
    super("This page is not cached.");
    this.page = page;
  }
}

/** Whom a page is for. */
interface Caller {
  network: string;
  /** Aborts when they have gone. */
  signal?: AbortSignal;
}

export interface PageCacheParts {
  /** Renders the page at an address. */
  renderPage(request: Request): Promise<Response>;
  handleOf: HandleOf;
  /** The site's own address: which one a visitor used changes no page. */
  siteUrl: string;
  /** Adds the headers of every answer to those of a page. */
  addHeaders?(headers: Headers): void;
  /** For tests. Of all pages together. */
  maxBytes?: number;
}

/**
 * Caches pages that are the same for every visitor in memory, compressed. A page is fresh for 5 s; for 20 s more it is
 * still sent at once and revalidated once, a moment later. Every response has the same bytes: the policy names inline scripts by
 * hash, so nothing in a page belongs to one visitor.
 */
export class PageCache {
  readonly #parts: PageCacheParts;
  /** Requests for one page share a rendering: each takes its turn in the line of its network, and finds the page or its rendering there. */
  readonly #pages: LRUCache<string, StoredResponse>;
  /** The addresses of pages by path and query as requests spell them; empty for what is never cached. */
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

  /**
   * The page at the path and query of a request with this cookie, where it is in memory and may be sent at once; a stale one
   * is soon revalidated.
   */
  stored(target: string, encoding: Encoding, cookie = ""): StoredResponse | undefined {
    if (target.length > LONGEST_ADDRESS || BYPASSES_CACHE.test(cookie)) return undefined;
    const address = this.#addresses.memo(target);
    return address === "" ? undefined : this.#cached(keyOf(address, encoding));
  }

  /** Answers a GET or HEAD, from memory where it may, or a POST to a page that is not cached. */
  async answer(request: Request, caller: Caller): Promise<Response> {
    try {
      const address = publicAddress(request.url, this.#parts.handleOf);
      if (!address) return await this.#private(request, caller);
      const asked = Object.fromEntries(request.headers);
      const key = keyOf(address, encodingFor(asked["accept-encoding"]));
      if (BYPASSES_CACHE.test(asked["cookie"] ?? "")) {
        // The page gets no other cookie. This one makes it read from the primary.
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

  /** For tests. What is in memory: the bytes of pages, and the number of spellings of addresses. */
  sizes() {
    return { bytes: this.#pages.calculatedSize, spellings: this.#addresses.size };
  }

  /** Drops planned revalidations and waits for renderings under way: the database may be closed once this resolves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#revalidations.values()) clearTimeout(timer);
    await Promise.allSettled(this.#renderings);
  }

  /** A page that may be sent at once; a stale one is soon revalidated. */
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
      // One that fails leaves the stale page, and the next request plans another.
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

  /** A page about one visitor's own account, rendered for this request. */
  async #private(request: Request, caller: Caller): Promise<Response> {
    const page = await this.#inTurn(caller, () => this.#measured(request));
    const { status, headers } = page;
    // The body is complete anyway: as a stream it would be sent in chunks.
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
  body: new TextEncoder().encode("Very many people are reading at this moment. Please try again in a few seconds."),
};

function respondUncached({ status, headers, body }: RenderedPage, request: Request): Response {
  const answer = new Headers(headers);
  if (!answer.has("Cache-Control")) answer.set("Cache-Control", "no-cache");
  return new Response(request.method === "HEAD" ? null : body, { status, headers: answer });
}

/**
 * A browser revalidates each time, mostly with a 304. Shared caches in front of the site may cache a page as long as this one
 * does; stale-while-revalidate is in CDN-Cache-Control alone (RFC 9213), since a browser would honour it too and show authors
 * the list without the review they have just published.
 */
const CACHEABLE: [string, string][] = [
  ["Cache-Control", `public, max-age=0, s-maxage=${FRESH_MS / 1000}`],
  ["CDN-Cache-Control", `max-age=${FRESH_MS / 1000}, stale-while-revalidate=${STALE_MS / 1000}`],
  // Shared caches must not serve a cached page to a request with the bypass cookie.
  ["Vary", "Accept-Encoding, Cookie"],
];

/** Each requested encoding is cached separately: most pages are requested in one. */
const keyOf = (address: string, encoding: Encoding) => `${encoding} ${address}`;
