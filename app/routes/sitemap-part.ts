import { pageBackendContext } from "~/page-backend-context";
import { sitemapPart } from "~/features/site/sitemap";
import { sitemapResponse } from "~/features/site/sitemap-response";
import { siteUrlContext } from "~/site-url-context";
import type { Route } from "./+types/sitemap-part";

export async function loader({ params, context }: Route.LoaderArgs) {
  return sitemapResponse(await sitemapPart(params.part, context.get(siteUrlContext), context.get(pageBackendContext)));
}
