import { pageBackendContext } from "~/page-backend-context";
import { sitemap, sitemapPart } from "~/features/site/sitemap";
import { sitemapResponse } from "~/features/site/sitemap-response";
import { siteUrlContext } from "~/site-url-context";
import type { Route } from "./+types/sitemap";

/** The sitemap, or the part of it that the address names. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const site = [context.get(siteUrlContext), context.get(pageBackendContext)] as const;
  return sitemapResponse(params.part === undefined ? await sitemap(...site) : await sitemapPart(params.part, ...site));
}
