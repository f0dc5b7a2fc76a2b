import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { ServerEnv } from "../client-address.ts";
import { PROOF_BUCKET } from "./photo-storage.ts";
import { PHOTO_NAME } from "./storage.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const METHODS = ["GET", "HEAD", "POST", "PUT"];
/** Any page may embed these. */
const PHOTOS = new RegExp(`^/storage/v1/(?:object/public|render/image/public)/${PROOF_BUCKET}/public/${PHOTO_NAME}$`);
const FOREIGN = {
  code: 403,
  message: "This page may not use this service. The operator can allow it in SITE_URL or API_ORIGINS.",
};

/** Returns API_ORIGINS and the site's origin. On loopback, returns the site's origin under each name of loopback. */
export function pageOrigins(siteUrl: string, apiOrigins: readonly string[]): ReadonlySet<string> {
  const site = new URL(siteUrl);
  const names = LOOPBACK.includes(site.hostname) ? LOOPBACK : [site.hostname];
  const own = names.map((name) => new URL(`${site.protocol}//${name}${site.port && `:${site.port}`}`).origin);
  return new Set([...own, ...apiOrigins]);
}

/**
 * Allows only pages of these origins to call the API. Others could not read a response, but would use up the limits of their
 * visitors. Clients that are not browsers send neither Origin nor Sec-Fetch-Site, and pass. Calls do not use cookies.
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
  // Browsers send no Origin with some reads, such as a GET for an image.
  return /^(?:cross|same)-site$/.test(c.req.header("sec-fetch-site") ?? "");
}
