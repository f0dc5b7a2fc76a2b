import { extname } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { compress } from "hono/compress";
import type { ServerEnv } from "./client-address.ts";
import { logError } from "./log.ts";
import { type Encoding, PageCache } from "./page-cache.ts";
import { isBrokenOff, logRequests } from "./request-log.ts";
import { contentSecurityPolicy, securityHeaders } from "./security-headers.ts";
import type { Settings } from "./settings.ts";

export interface WebServerParts {
  settings: Pick<Settings, "backend" | "siteUrl" | "supabaseUrl" | "trustProxy"> &
    Partial<Pick<Settings, "captcha" | "hsts">>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  renderPage(request: Request): Promise<Response>;
  /** Built files; null while Vite serves them. */
  assetsFolder: string | null;
  /** The Supabase API of the embedded backend. */
  api?: Hono<ServerEnv> | undefined;
  mailbox?: Hono<ServerEnv> | undefined;
}

/** Makes the Content-Security-Policy of pages from the sources of their inline scripts. */
export function pagePolicy(
  settings: Pick<Settings, "supabaseUrl" | "captcha">,
): (scripts: readonly string[]) => string {
  const supabaseOrigin = settings.supabaseUrl ? new URL(settings.supabaseUrl).origin : "";
  return (scripts) => contentSecurityPolicy(scripts, supabaseOrigin, settings.captcha);
}

const MALFORMED = "This address is malformed.";
const API = ["/auth/v1/", "/rest/v1/", "/storage/v1/"];

/**
 * Every address of the site: health, static files, the embedded API, the mailbox, and pages for all the rest. `stop` ends what
 * goes on behind the requests.
 */
export function createWebServer(parts: WebServerParts): { app: Hono<ServerEnv>; stop(): Promise<void> } {
  const { settings, ping, renderPage, assetsFolder, api, mailbox } = parts;
  const server = new Hono<ServerEnv>();
  const isBehindTls = settings.siteUrl.startsWith("https:");

  server.use(logRequests(settings.trustProxy));
  server.use(securityHeaders(isBehindTls, settings.hsts ?? "host"));
  server.use(async (c, next) => {
    if (isWritten(c.req.path)) return next();
    c.header("Cache-Control", "no-store");
    // Callers of the API read JSON, also of what is refused.
    return isOfApi(c.req.path) ? c.json({ message: MALFORMED }, 400) : c.text(MALFORMED, 400);
  });
  server.get("/healthz", async (c) => {
    c.header("Cache-Control", "no-store");
    try {
      await ping();
      return c.json({ status: "ok", backend: settings.backend });
    } catch (error) {
      logError("healthz:", error);
      return c.json({ status: "unavailable", backend: settings.backend }, 503);
    }
  });
  if (api) {
    for (const service of API) server.all(`${service}*`, (c) => api.fetch(c.req.raw, c.env));
  }
  server.use(compress());
  if (mailbox) server.route("/", mailbox);
  if (assetsFolder) {
    // Vite puts a hash of the content into the names under /assets.
    server.use("/assets/*", async (c, next) => {
      await next();
      if (c.res.ok) c.res.headers.set("Cache-Control", "public, max-age=31536000, immutable");
    });
    // Files have an ending and most pages have none: those need no look into the folder.
    const files = serveStatic({ root: assetsFolder, precompressed: true, onFound: letFileBeKept });
    server.get("*", (c, next) => (extname(c.req.path) ? files(c, next) : next()));
  }
  const cache = new PageCache({ renderPage, siteUrl: settings.siteUrl });
  server.on(["GET", "HEAD"], "*", (c) =>
    // Pages of the development server change with every file that is saved.
    assetsFolder ? cache.answer(c.req.raw, encodingFor(c)) : renderPage(c.req.raw),
  );
  // Browsers write to the API alone: no page takes anything, so that no other site can send a form to one.
  server.all("*", (c) => c.text("This method is not allowed here.", 405, { Allow: "GET, HEAD" }));
  server.onError((error, c) => {
    if (!isBrokenOff(c)) logError("web server:", error);
    return c.text("Something went wrong on our side. Please try again.", 500);
  });
  return { app: server, stop: () => cache.close() };
}

function isOfApi(path: string): boolean {
  return API.some((service) => path.startsWith(service));
}

/**
 * False for an address whose signs nobody can make out (/%ff): it is not UTF-8. Files and pages would each fail over it. And for
 * one with a control character (/%0a) in it, which no address of ours has and no route matches.
 */
function isWritten(path: string): boolean {
  try {
    return !CONTROL_CHARACTER.test(path.includes("%") ? decodeURIComponent(path) : path);
  } catch {
    return false;
  }
}

const CONTROL_CHARACTER = /\p{Cc}/u;

/** The best encoding that the visitor's browser takes. */
function encodingFor(c: Context): Encoding {
  const supports: Encoding[] = ["br", "gzip", "identity"];
  const match = (accepted: { type: string; q: number }[]) =>
    supports.find((encoding) => accepted.some(({ type, q }) => type === encoding && q > 0)) ?? "identity";
  return accepts(c, { header: "Accept-Encoding", supports, default: "identity", match }) as Encoding;
}

/** For files without a hash in their names: icons, and the pictures that other sites show where a link is shared. */
function letFileBeKept(_path: string, c: Context): void {
  c.header("Cache-Control", "public, max-age=86400");
  if (c.req.path.startsWith("/og/")) c.header("Cross-Origin-Resource-Policy", "cross-origin");
}
