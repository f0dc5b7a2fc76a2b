import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { ServerEnv } from "../client-address.ts";
import { PROOF_BUCKET } from "./photo-storage.ts";
import { PHOTO_NAME } from "./storage.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const METHODS = ["GET", "HEAD", "POST", "PUT"];
/** Public: anybody with the URL opens and embeds these. */
const PHOTOS = new RegExp(`^/storage/v1/(?:object/public|render/image/public)/${PROOF_BUCKET}/public/${PHOTO_NAME}$`);
const FOREIGN = {
  code: 403,
  message: "This page may not use this service. The operator can allow it in SITE_URL or API_ORIGINS.",
};

/** The origins whose pages may call the API: the site's, on loopback under each of its names, and API_ORIGINS. */
export function pageOrigins(siteUrl: string, apiOrigins: readonly string[]): ReadonlySet<string> {
  const site = new URL(siteUrl);
  const names = LOOPBACK.includes(site.hostname) ? LOOPBACK : [site.hostname];
  const own = names.map((name) => new URL(`${site.protocol}//${name}${site.port && `:${site.port}`}`).origin);
  return new Set([...own, ...apiOrigins]);
}

/**
 * Lets pages of these origins call the API, and refuses others before any work: they could not read a response, but would use up the limits
 * of a visitor's address. Clients that are not browsers send neither header and pass. Cookies do not matter: calls carry the public key and
 * the session in headers.
 */
export function onlyPagesOf(origins: ReadonlySet<string>): MiddlewareHandler<ServerEnv> {
  const forPhotos = cors({ origin: "*", allowMethods: METHODS });
  const forPages = cors({
    origin: (origin) => (origins.has(origin) ? origin : null),
    allowMethods: METHODS,
    exposeHeaders: ["Retry-After", "X-Supabase-Api-Version"],
    maxAge: 86_400,
  });
  return (c, next) => {
    if (PHOTOS.test(c.req.path) && /^(?:GET|HEAD)$/.test(c.req.method)) return forPhotos(c, next);
    if (isForeign(c, origins)) return Promise.resolve(c.json(FOREIGN, 403, { Vary: "Origin" }));
    return forPages(c, next);
  };
}

function isForeign(c: Context, origins: ReadonlySet<string>): boolean {
  const origin = c.req.header("origin");
  if (origin !== undefined) return !origins.has(origin);
  // Browsers send the origin with changes. With reads they only say how near the page is.
  return /^(?:cross|same)-site$/.test(c.req.header("sec-fetch-site") ?? "");
}
