import { robots } from "~/features/site/robots";
import { pageContext } from "~/page-context";
import type { Route } from "./+types/robots";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export function loader({ context }: Route.LoaderArgs) {
  return new Response(robots(context.get(pageContext).siteUrl), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
