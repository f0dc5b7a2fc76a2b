import { blogFeed } from "~/features/blog/blog-feed";
import { pageContext } from "~/page-context";
import type { Route } from "./+types/blog-feed";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, site } = context.get(pageContext);
  return new Response(blogFeed(siteUrl, site), {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
