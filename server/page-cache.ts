import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { CACHE_BYPASS_COOKIE } from "../app/data/cache-bypass-cookie.ts";
import { compressPage } from "./compress-page.ts";
import { LONGEST_ADDRESS, mayHoldToken, publicAddress } from "./page-address.ts";
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

/** More than the database serves at a time, so that pages without queries are not blocked by those with queries. */
export const MAX_RENDERING = 24;
/** Beyond so many in the queue, the last would time out. */
export const MAX_WAITING = 200;

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

interface CachedPage extends StoredResponse {
  /** When its rendering began, on the clock of the cache in milliseconds. */
  renderedAt: number;
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

export interface PageCacheParts {
  /** Renders the page at an address. */
  renderPage(request: Request): Promise<Response>;
  /** The site's own address: which one a visitor used changes no page. */
  siteUrl: string;
  /** Adds the headers of every answer to those of a page. */
  addHeaders?(headers: Headers): void;
  /** For tests. Of all pages together. */
  maxBytes?: number;
  /** A clock in milliseconds. */
  now?: () => number;
}

/**
 * Caches pages that are the same for every visitor in memory, compressed. A page is fresh for 5 s; for 20 s more it is
 * still sent at once and revalidated once, a moment later. Every response has the same bytes: the policy names inline scripts by
 * hash, so nothing in a page belongs to one visitor.
 */
export class PageCache {
  readonly #parts: PageCacheParts;
  readonly #now: () => number;
  readonly #pages: LRUCache<string, CachedPage>;
  /** The addresses of pages by path and query as requests spell them; empty for what is never cached. */
  readonly #addresses: LRUCache<string, string>;
  readonly #limit = pLimit(MAX_RENDERING);
  /** Planned revalidations by address, and what starts each early. */
  readonly #planned = new Map<string, () => void>();
  /** Renderings for the cache that have begun, by address. */
  readonly #underWay = new Map<string, Promise<CachedPage>>();
  /** Renderings that begin when the one under way has ended. */
  readonly #next = new Map<string, Promise<CachedPage>>();
  #isClosed = false;

  constructor(parts: PageCacheParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
    this.#addresses = new LRUCache({ max: MAX_SPELLINGS, memoMethod: (target) => addressOf(parts.siteUrl, target) });
    this.#pages = new LRUCache<string, CachedPage>({
      maxSize: parts.maxBytes ?? MAX_BYTES,
      maxEntrySize: LARGEST_PAGE,
      sizeCalculation: ({ headers, body }, key) => body.length + 2 * headers.join().length + key.length,
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: { now: this.#now },
      // A stale page outlives a rendering that fails; one that is evicted while it is rendered is still sent.
      noDeleteOnFetchRejection: true,
      ignoreFetchAbort: true,
      fetchMethod: async (key, stale, { options }) => {
        const page = await this.#renew(key, stale !== undefined && options.allowStale === true);
        options.ttl = Math.max(1, page.renderedAt + FRESH_MS - this.#now());
        return page;
      },
    });
  }

  /**
   * The page at the path and query of a request with this cookie, where it is in memory and may be sent at once; a stale one
   * is soon revalidated.
   */
  stored(target: string, encoding: Encoding, cookie = ""): StoredResponse | undefined {
    if (target.length > LONGEST_ADDRESS || BYPASSES_CACHE.test(cookie)) return undefined;
    const address = this.#addresses.memo(target);
    const key = keyOf(address, encoding);
    const left = this.#pages.getRemainingTTL(key);
    if (left <= -STALE_MS || address === "") return undefined;
    if (left < 0) this.#page(key).catch(() => {});
    return this.#pages.get(key, { allowStale: true, noDeleteOnStaleGet: true });
  }

  /** Answers a GET or HEAD, from memory where it may. */
  async answer(request: Request): Promise<Response> {
    try {
      const address = publicAddress(request.url);
      if (!address) return await this.#private(request);
      const hasJustWritten = BYPASSES_CACHE.test(request.headers.get("Cookie") ?? "");
      const asked = Object.fromEntries(request.headers);
      const key = keyOf(address, encodingFor(asked["accept-encoding"]));
      const page = await (hasJustWritten ? this.#upToDate(key) : this.#page(key));
      const answer = toResponse(selectFrom(page, request.method, asked));
      if (hasJustWritten) {
        answer.headers.set("Cache-Control", "private, no-store");
        answer.headers.delete("CDN-Cache-Control");
      }
      return answer;
    } catch (error) {
      if (error instanceof UncachedPage) return respondUncached(error.page, request);
      throw error;
    }
  }

  /** For tests. What is in memory: the bytes of pages, the number of spellings of addresses, and of renderings to come. */
  sizes() {
    return {
      bytes: this.#pages.calculatedSize,
      spellings: this.#addresses.size,
      renderings: this.#planned.size + this.#underWay.size + this.#next.size + this.#limit.pendingCount,
    };
  }

  /** Drops planned revalidations and waits for renderings under way: the database may be closed once this resolves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const begin of this.#planned.values()) begin();
    await Promise.allSettled(this.#underWay.values());
  }

  /** A fresh page, a stale one that is soon revalidated, or a new one. */
  #page(key: string): Promise<CachedPage> {
    const allowStale = this.#pages.getRemainingTTL(key) > -STALE_MS;
    if (!allowStale) this.#planned.get(key)?.();
    return this.#fetch(key, { allowStale });
  }

  /** The page as it is now: its rendering begins after this call, and all requests before that share it. */
  async #upToDate(key: string): Promise<CachedPage> {
    this.#planned.get(key)?.();
    if (!this.#underWay.has(key)) return this.#fetch(key, { forceRefresh: true });
    const waiting = this.#next.get(key);
    if (waiting) return waiting;
    const next = this.#fetch(key, {})
      .catch(() => {})
      .then(() => {
        this.#next.delete(key);
        return this.#fetch(key, { forceRefresh: true });
      });
    this.#next.set(key, next);
    return next;
  }

  async #fetch(key: string, options: { allowStale?: boolean; forceRefresh?: boolean }): Promise<CachedPage> {
    const page = await this.#pages.fetch(key, options);
    if (!page) throw new Error(`${key} was neither rendered nor refused.`);
    return page;
  }

  async #renew(key: string, canWait: boolean): Promise<CachedPage> {
    if (canWait) await this.#quietMoment(key);
    if (this.#isClosed) throw new Error("The server is stopping.");
    return this.#limitRendering(async () => {
      const page = this.#render(key);
      this.#underWay.set(key, page);
      return page.finally(() => this.#underWay.delete(key));
    });
  }

  /** Resolves after REVALIDATION_DELAY_MS, or when someone needs the page. */
  #quietMoment(key: string): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer);
        this.#planned.delete(key);
        resolve();
      };
      const timer = setTimeout(begin, REVALIDATION_DELAY_MS).unref();
      this.#planned.set(key, begin);
    });
  }

  /** Queues a rendering; rejects at once when the queue is full. */
  #limitRendering<Rendered>(render: () => Promise<Rendered>): Promise<Rendered> {
    if (this.#limit.pendingCount >= MAX_WAITING) return Promise.reject(new UncachedPage(BUSY));
    return this.#limit(render);
  }

  async #render(key: string): Promise<CachedPage> {
    const renderedAt = this.#now();
    const [encoding = "identity", address = ""] = key.split(" ") as [Encoding, string];
    const answer = await this.#parts.renderPage(new Request(this.#parts.siteUrl + address));
    const body = new Uint8Array(await answer.arrayBuffer());
    const headers = [...answer.headers];
    if (answer.status !== 200 || answer.headers.get("Cache-Control")?.includes("no-store"))
      throw new UncachedPage({ status: answer.status, headers, body });
    const stored = new Headers(CACHEABLE);
    for (const [name, value] of headers) stored.set(name, value);
    this.#parts.addHeaders?.(stored);
    return { ...storeResponse(stored, body, encoding, await compressPage(body, encoding)), renderedAt };
  }

  /** A page about one visitor's own account, rendered for this request. */
  async #private(request: Request): Promise<Response> {
    const page = await this.#limitRendering(() => this.#parts.renderPage(request));
    const { status, headers } = page;
    // The body is complete anyway: as a stream it would be sent in chunks.
    const answer = new Response(page.body && new Uint8Array(await page.arrayBuffer()), { status, headers });
    answer.headers.set("Cache-Control", "private, no-store");
    if (mayHoldToken(request.url)) answer.headers.set("Referrer-Policy", "no-referrer");
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
function keyOf(address: string, encoding: Encoding): string {
  return `${encoding} ${address}`;
}

/** Empty for what is never cached, and for paths that are not UTF-8. */
function addressOf(siteUrl: string, target: string): string {
  try {
    return target.startsWith("/") ? (publicAddress(siteUrl + target) ?? "") : "";
  } catch {
    return "";
  }
}
