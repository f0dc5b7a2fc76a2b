import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { OWN_CHANGE_COOKIE } from "../app/data/own-change.ts";
import { type Encoding, type NonceTemplate, nonceTemplate } from "./nonce-template.ts";
import { newNonce } from "./security-headers.ts";

/** How long a page counts as fresh, and how much longer it is shown while another one is made. */
export const FRESH_MS = 5_000;
export const STALE_MS = 60_000;

/**
 * A visitor's browser asks for styles and scripts right after the page: making the next one waits until those are answered,
 * since rendering holds up everything else that this process does.
 */
export const RENEWAL_DELAY_MS = 1_000;

const LARGEST_PAGE = 2 * 1024 * 1024;
const ALL_PAGES = 64 * 1024 * 1024;

/** What a browser that has just written something sends along for as long as its own old pages may be kept anywhere. */
const OWN_CHANGE = new RegExp(`(?:^|;\\s*)${OWN_CHANGE_COOKIE}=`);

/** Pages about one visitor's own account, or with a token in their address. Must match the routes of app/routes.ts. */
const PRIVATE = /^\/(?:login|signup|forgot-password|update-password|auth\/callback|submit-review)(?:\/|\.data$|$)/i;

/** Those whose address may hold a token: it goes nowhere as a referrer. */
const WITH_TOKEN = /^\/(?:update-password|auth\/callback)(?:\/|\.data$|$)/i;

/** What the address of the list may ask for; anything else changes no page. Must match what its loader reads. */
const LIST = /^\/reviews(?:\/|\.data|\/_\.data)?$/i;
const PARAMETERS = ["_routes"];
const LIST_PARAMETERS = ["q", "city", "sort", "after", "property", "review", ...PARAMETERS];
const LONGEST_ADDRESS = 2_000;

/** A page as it was rendered. */
interface MadePage {
  status: number;
  headers: [string, string][];
  text: string;
  /** Of its scripts; another one takes its place in each answer. */
  nonce: string;
}

interface KeptPage {
  headers: [string, string][];
  etag: string;
  template: NonceTemplate;
  /** On the clock of the cache, in milliseconds. */
  madeAt: number;
}

export interface PageCacheParts {
  /** Renders the page at an address, with a nonce for its scripts. */
  renderPage(request: Request, nonce: string): Promise<Response>;
  /** The Content-Security-Policy of a page with this nonce. */
  policyOf(nonce: string): string;
  /** The site's own address: which one a visitor used changes no page. */
  siteUrl: string;
  /** A clock in milliseconds. */
  now?: () => number;
}

/**
 * Keeps pages that are the same for every visitor in memory, compressed. A page is fresh for 5 s; for 60 s more it is
 * still sent at once, and made anew once, a moment later. Each answer carries a nonce of its own.
 */
export class PageCache {
  readonly #parts: PageCacheParts;
  readonly #now: () => number;
  readonly #pages = new LRUCache<string, KeptPage>({
    maxSize: ALL_PAGES,
    maxEntrySize: LARGEST_PAGE,
    sizeCalculation: ({ template, headers }, address) =>
      template.size + address.length + JSON.stringify(headers).length,
  });
  readonly #inTheMaking = new Map<string, Promise<KeptPage | MadePage>>();
  /** Planned renewals by address. */
  readonly #toRenew = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  constructor(parts: PageCacheParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  /** Answers a GET or HEAD, from memory where it may, in the encoding that the visitor's browser takes. */
  async answer(request: Request, encoding: Encoding): Promise<Response> {
    const address = publicAddress(request.url);
    if (!address) return this.#rendered(request);
    if (OWN_CHANGE.test(request.headers.get("Cookie") ?? "")) return this.#rendered(request);
    const page = await this.#page(address);
    return "template" in page ? this.#kept(page, request, encoding) : this.#unkept(page, request);
  }

  /** Drops planned renewals and waits for those under way: the database may be closed once this resolves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#toRenew.values()) clearTimeout(timer);
    this.#toRenew.clear();
    await Promise.allSettled(this.#inTheMaking.values());
  }

  /** The kept page while it may be shown, else a new one. */
  async #page(address: string): Promise<KeptPage | MadePage> {
    const kept = this.#pages.get(address);
    const age = kept ? this.#now() - kept.madeAt : Infinity;
    if (kept && age < FRESH_MS) return kept;
    if (kept && age < FRESH_MS + STALE_MS) {
      this.#renewSoon(address);
      return kept;
    }
    return this.#renew(address);
  }

  /** Whoever comes first while a page is stale sets off its renewal. A failure leaves it as it is, and is in the log. */
  #renewSoon(address: string): void {
    if (this.#isClosed || this.#toRenew.has(address)) return;
    const timer = setTimeout(() => {
      this.#toRenew.delete(address);
      this.#renew(address).catch(() => {});
    }, RENEWAL_DELAY_MS).unref();
    this.#toRenew.set(address, timer);
  }

  #renew(address: string): Promise<KeptPage | MadePage> {
    const running = this.#inTheMaking.get(address);
    if (running) return running;
    const making = this.#make(address).finally(() => this.#inTheMaking.delete(address));
    this.#inTheMaking.set(address, making);
    return making;
  }

  async #make(address: string): Promise<KeptPage | MadePage> {
    const madeAt = this.#now();
    const nonce = newNonce();
    const answer = await this.#parts.renderPage(new Request(this.#parts.siteUrl + address), nonce);
    const text = await answer.text();
    const headers = [...answer.headers];
    const isForOne = answer.status !== 200 || answer.headers.get("Cache-Control")?.includes("no-store");
    if (isForOne) return { status: answer.status, headers, text, nonce };
    const page: KeptPage = { headers, etag: etagOf(text, nonce), template: await nonceTemplate(text, nonce), madeAt };
    this.#pages.set(address, page);
    return page;
  }

  #kept({ headers, etag, template }: KeptPage, request: Request, encoding: Encoding): Response {
    const answer = new Headers(CACHEABLE);
    for (const [name, value] of headers) answer.set(name, value);
    answer.set("ETag", etag);
    // The browser goes on with the page that it has, and with the policy that came with it: a new nonce would not fit.
    if (request.headers.get("If-None-Match")?.includes(etag))
      return new Response(null, { status: 304, headers: answer });

    const nonce = newNonce();
    const compressed = encoding === "identity" ? null : template.withNonce(nonce, encoding);
    if (compressed) answer.set("Content-Encoding", encoding);
    const body = compressed ?? template.withNonce(nonce, "identity");
    answer.set("Content-Length", String(body?.length ?? 0));
    answer.set("Content-Security-Policy", this.#parts.policyOf(nonce));
    return new Response(request.method === "HEAD" ? null : body, { headers: answer });
  }

  /** An answer that several may have waited for, but that nobody gets later: an unknown address, a failure. */
  #unkept({ status, headers, text, nonce: madeWith }: MadePage, request: Request): Response {
    const nonce = newNonce();
    const answer = new Headers(headers);
    if (!answer.has("Cache-Control")) answer.set("Cache-Control", "no-cache");
    answer.set("Content-Security-Policy", this.#parts.policyOf(nonce));
    const body = request.method === "HEAD" ? null : text.replaceAll(madeWith, nonce);
    return new Response(body, { status, headers: answer });
  }

  /** A page made for this one request. */
  async #rendered(request: Request): Promise<Response> {
    const nonce = newNonce();
    const page = await this.#parts.renderPage(request, nonce);
    const { status, headers } = page;
    // Whole, as it is anyway: a body that is a stream would be read and sent piece by piece, and so would that of a copy.
    const answer = new Response(page.body && new Uint8Array(await page.arrayBuffer()), { status, headers });
    answer.headers.set("Cache-Control", "private, no-store");
    if (WITH_TOKEN.test(pathOf(request.url))) answer.headers.set("Referrer-Policy", "no-referrer");
    answer.headers.set("Content-Security-Policy", this.#parts.policyOf(nonce));
    return answer;
  }
}

/**
 * A browser asks each time and mostly hears that its page still holds. Shared caches in front of the site may keep a page
 * as long as this one does; that they may show an old one while they renew it is said in a header of theirs alone (RFC
 * 9213), since a browser would do it too and show authors the list without the review they have just published.
 */
const CACHEABLE: [string, string][] = [
  ["Cache-Control", `public, max-age=0, s-maxage=${FRESH_MS / 1000}`],
  ["CDN-Cache-Control", `max-age=${FRESH_MS / 1000}, stale-while-revalidate=${STALE_MS / 1000}`],
  // Shared caches must not give what they keep to someone whose cookie tells of a change of their own.
  ["Vary", "Accept-Encoding, Cookie"],
];

/** What a page is kept under: its path and what of its query matters, in one order. Null for what is never kept. */
function publicAddress(url: string): string | null {
  const { pathname, searchParams } = new URL(url);
  const path = pathOf(url);
  if (PRIVATE.test(path)) return null;
  const names = LIST.test(path) ? LIST_PARAMETERS : PARAMETERS;
  const query = new URLSearchParams();
  for (const name of names) {
    const value = searchParams.get(name)?.replace(/\s+/g, " ").trim();
    if (value) query.set(name, value);
  }
  const address = query.size === 0 ? pathname : `${pathname}?${query}`;
  return address.length > LONGEST_ADDRESS ? null : address;
}

/** The path as the router reads it: /%6cogin and //login are the log-in page, too. */
function pathOf(url: string): string {
  const { pathname } = new URL(url);
  return (pathname.includes("%") ? decodeURIComponent(pathname) : pathname).replace(/\/{2,}/g, "/");
}

function etagOf(text: string, nonce: string): string {
  return `W/"${createHash("sha256").update(text.replaceAll(nonce, "")).digest("base64url").slice(0, 22)}"`;
}
