import { pageContext } from "~/page-context";
import { sitemap, sitemapPart } from "~/features/site/sitemap";
import { sitemapResponse } from "~/features/site/sitemap-response";
import type { Route } from "./+types/sitemap";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

/** The sitemap, or the part of it that the address names. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { siteUrl, backend } = context.get(pageContext);
  const { part } = params;
  return sitemapResponse(await (part === undefined ? sitemap(siteUrl, backend) : sitemapPart(part, siteUrl, backend)));
}
