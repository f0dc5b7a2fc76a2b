import type { Sitemap } from "./sitemap";

/** Cached where it is whole, for less than the minute in which a home without a review goes from it. */
export function sitemapResponse(sitemap: Sitemap | "unknown" | "unreadable"): Response {
  if (sitemap === "unknown") return new Response("There is no such part of the sitemap.", { status: 404 });
  if (sitemap === "unreadable") return new Response("Please try again later.", { status: 503 });
  return new Response(sitemap.xml, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": sitemap.isWhole ? "public, max-age=30" : "no-store",
    },
  });
}
