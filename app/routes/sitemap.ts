import { pageContext } from "~/page-context";
import { sitemap, sitemapPart } from "~/features/site/sitemap";
import type { Route } from "./+types/sitemap";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

/** Returns the sitemap, or the part of it that the URL names. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { siteUrl, backend } = context.get(pageContext);
  const { part } = params;
  const xml = await (part === undefined ? sitemap(siteUrl, backend) : sitemapPart(part, siteUrl, backend));
  if (xml === null) return new Response("This part of the sitemap does not exist.", { status: 404 });
  return new Response(xml, {
    // Short: a home without reviews must leave the sitemap within a minute.
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=30" },
  });
}
