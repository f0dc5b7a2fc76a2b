import { pageContext } from "~/page-context";
import { sitemap, sitemapPart } from "~/features/site/sitemap";
import { sitemapResponse } from "~/features/site/sitemap-response";
import type { Route } from "./+types/sitemap";

/** The sitemap, or the part of it that the address names. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const site = [context.get(pageContext).siteUrl, context.get(pageContext).backend] as const;
  return sitemapResponse(params.part === undefined ? await sitemap(...site) : await sitemapPart(params.part, ...site));
}
