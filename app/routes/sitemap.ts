import { pageBackendContext } from "~/page-backend-context";
import { sitemap } from "~/features/site/sitemap";
import { sitemapResponse } from "~/features/site/sitemap-response";
import { siteUrlContext } from "~/site-url-context";
import type { Route } from "./+types/sitemap";

export async function loader({ context }: Route.LoaderArgs) {
  return sitemapResponse(await sitemap(context.get(siteUrlContext), context.get(pageBackendContext)));
}
