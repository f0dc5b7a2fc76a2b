import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, relative, sep } from "node:path";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { getMimeType } from "hono/utils/mime";
import { networkOfCaller, type ServerEnv, signalOf } from "./client-address.ts";
import { countRequest, createLimits, type Limits, tooManyFromHere } from "./embedded/limits.ts";
import { retryAfter } from "./embedded/refusal.ts";
import { Disconnected } from "./fair-queue.ts";
import { logError, logRequest } from "./log.ts";
import { countAnswer } from "./metrics.ts";
import type { HandleOf } from "./page-address.ts";
import { PageCache } from "./page-cache.ts";
import { DISCONNECTED, wasInterrupted, logRequests, requestId } from "./request-log.ts";
import { contentSecurityPolicy, securityHeaders } from "./security-headers.ts";
import type { Site } from "./run.ts";
import type { Settings } from "./settings.ts";
import {
  type Encoding,
  type StoredResponse,
  encodingFor,
  isTooLong,
  selectFrom,
  storeResponse,
  toResponse,
} from "./stored-response.ts";

export interface WebServerParts {
  settings: Pick<Settings, "backend" | "siteUrl" | "trustProxy"> & Partial<Pick<Settings, "hsts">>;
  /** Resolves to the details of /healthz. Rejects if the database does not respond. */
  ping(): Promise<object | void>;
  renderPage(request: Request): Promise<Response>;
  /** Without it no page is cached. */
  handleOf?: HandleOf;
  /** The built files; null if Vite serves them. */
  assetsFolder: string | null;
  api?: Hono<ServerEnv> | undefined;
  mailbox?: Hono<ServerEnv> | undefined;
  limits?: Limits | undefined;
}

export function pagePolicy(settings: Pick<Settings, "supabaseUrl">): (scripts: readonly string[]) => string {
  const supabaseOrigin = settings.supabaseUrl ? new URL(settings.supabaseUrl).origin : "";
  return (scripts) => contentSecurityPolicy(scripts, supabaseOrigin);
}

const MALFORMED = "This web address is not valid.";
const API = ["/auth/v1/", "/rest/v1/", "/storage/v1/"];

/** Serves every URL of the site. `stop` ends background work. */
export function createWebServer(parts: WebServerParts): Required<Site> {
  const {
    settings,
    ping,
    renderPage,
    handleOf = () => ({}),
    assetsFolder,
    api,
    mailbox,
    limits = createLimits(),
  } = parts;
  const server = new Hono<ServerEnv>();
  const addHeaders = securityHeaders(settings.siteUrl.startsWith("https:"), settings.hsts ?? "host");

  server.use(logRequests(settings.trustProxy));
  server.use(async (c, next) => {
    await next();
    addHeaders(c.res.headers);
  });
  server.use(async (c, next) => {
    if (URL.canParse(c.req.url) && isWellFormed(c.req.path)) return next();
    c.header("Cache-Control", "no-store");
    // Clients of the API expect JSON, also for errors.
    return isOfApi(c.req.path) ? c.json({ message: MALFORMED }, 400) : c.text(MALFORMED, 400);
  });
  server.get("/healthz", async (c) => {
    c.header("Cache-Control", "no-store");
    try {
      return c.json({ status: "ok", backend: settings.backend, ...((await ping()) ?? {}) });
    } catch (error) {
      logError("healthz:", error);
      return c.json({ status: "unavailable", backend: settings.backend }, 503);
    }
  });
  if (api) {
    for (const service of API) server.all(`${service}*`, (c) => api.fetch(c.req.raw, c.env));
  }
  const compressing = compress();
  server.use((c, next) => (isTooLong(c.req.header("accept-encoding")) ? next() : compressing(c, next)));
  if (mailbox) server.route("/", mailbox);
  const files = assetsFolder ? loadStaticFiles(assetsFolder, addHeaders) : new Map<string, StaticFile>();
  const cache = new PageCache({ renderPage, handleOf, siteUrl: settings.siteUrl, addHeaders });
  server.on(["GET", "HEAD"], "*", (c) => {
    const file = files.get(c.req.path);
    if (file) {
      const asked = c.req.header();
      return toResponse(selectFrom(file[encodingFor(asked["accept-encoding"])], c.req.method, asked));
    }
    // In development, pages change with every saved file.
    if (!assetsFolder) return renderPage(c.req.raw);
    return cache.answer(c.req.raw, { network: networkOfCaller(c, settings.trustProxy), signal: signalOf(c) });
  });
  // Mail programs send this POST without a cookie (RFC 8058). Its URL contains the secret, and its body is ignored.
  server.on("POST", ["/unfollow/:secrets", "/alerts/:secret", "/alerts/:secret/stop"], async (c) => {
    const { wait } = countRequest(c, "change", { limits, trustProxy: settings.trustProxy });
    if (wait !== null) return c.text(tooManyFromHere(wait), 429, retryAfter(wait));
    const request = new Request(settings.siteUrl + c.req.path, { method: "POST" });
    if (!assetsFolder) return renderPage(request);
    return cache.answer(request, { network: networkOfCaller(c, settings.trustProxy), signal: signalOf(c) });
  });
  // Browsers write only to the API. No page accepts a form, so another site cannot submit one.
  server.all("*", (c) => c.text("This method is not allowed here.", 405, { Allow: "GET, HEAD" }));
  server.onError((error, c) => {
    if (error instanceof Disconnected) return c.body(null, DISCONNECTED);
    if (!wasInterrupted(c)) logError("web server:", error);
    return c.text("Something went wrong on our side. Please try again.", 500);
  });
  const stored = (path: string, { url = "", headers }: IncomingMessage) => {
    const encoding = encodingFor(headers["accept-encoding"]?.toString());
    return files.get(path)?.[encoding] ?? cache.stored(url, encoding, headers.cookie);
  };
  return { app: server, answerFromMemory: answerFromMemory(stored, settings.trustProxy), stop: () => cache.close() };
}

function isOfApi(path: string): boolean {
  return API.some((service) => path.startsWith(service));
}

/**
 * Returns whether a path is free of control characters (/%0a) and invalid UTF-8 (/%ff), on which static files and the router would throw.
 */
function isWellFormed(path: string): boolean {
  try {
    return !CONTROL_CHARACTER.test(path.includes("%") ? decodeURIComponent(path) : path);
  } catch {
    return false;
  }
}

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Answers a GET or HEAD from memory, bypassing Hono, which would cost three times as much. Returns whether it did. */
function answerFromMemory(
  stored: (path: string, incoming: IncomingMessage) => StoredResponse | undefined,
  trustProxy: boolean,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  return (incoming, outgoing) => {
    const { method = "", url = "", headers: asked } = incoming;
    if (method !== "GET" && method !== "HEAD") return false;
    const started = performance.now();
    const [path = ""] = url.split("?", 1);
    const response = stored(path, incoming);
    if (!response) return false;
    const id = requestId(trustProxy ? asked["x-request-id"]?.toString() : undefined);
    const { status, headers, body } = selectFrom(response, method, asked);
    outgoing.writeHead(status, [...headers, "x-request-id", id]).end(body);
    const milliseconds = performance.now() - started;
    countAnswer(path, status, milliseconds);
    logRequest({ id, method, path, status, milliseconds });
    return true;
  };
}

/** scripts/compress-files.ts writes these. */
const COMPRESSED = /\.(?:br|gz)$/;

type StaticFile = Record<Encoding, StoredResponse>;

/** Reads the built files of a folder, some 3 MB, by path. A missing encoding is the file itself. */
function loadStaticFiles(folder: string, addHeaders: (headers: Headers) => void): Map<string, StaticFile> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name));
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const address = `/${relative(folder, file).split(sep).join("/")}`;
      const headers = new Headers(headersOf(address));
      addHeaders(headers);
      if (fs.existsSync(`${file}.br`)) headers.set("Vary", "Accept-Encoding");
      const contents = fs.readFileSync(file);
      const identity = storeResponse(headers, contents, "identity", contents);
      const encoded = (encoding: Encoding, suffix: string) =>
        fs.existsSync(file + suffix)
          ? storeResponse(headers, contents, encoding, fs.readFileSync(file + suffix))
          : identity;
      return [address, { br: encoded("br", ".br"), gzip: encoded("gzip", ".gz"), identity }];
    }),
  );
}

function headersOf(address: string): Record<string, string> {
  const type = { "Content-Type": getMimeType(address) ?? "application/octet-stream" };
  // File names in /assets contain a hash of the content.
  if (address.startsWith("/assets/")) return { ...type, "Cache-Control": "public, max-age=31536000, immutable" };
  const daily = { ...type, "Cache-Control": "public, max-age=86400" };
  return address.startsWith("/og/") ? { ...daily, "Cross-Origin-Resource-Policy": "cross-origin" } : daily;
}
