import { pageBackendContext } from "~/page-backend-context";
import { sitemap } from "~/features/site/sitemap";
import { siteUrlContext } from "~/site-url-context";
import type { Route } from "./+types/sitemap";

export async function loader({ context }: Route.LoaderArgs) {
  const { xml, isWhole } = await sitemap(context.get(siteUrlContext), context.get(pageBackendContext));
  return new Response(xml, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": isWhole ? "public, max-age=3600" : "no-store",
    },
  });
}
