import { robots } from "~/features/site/robots";
import { siteUrlContext } from "~/site-url-context";
import type { Route } from "./+types/robots";

export function loader({ context }: Route.LoaderArgs) {
  return new Response(robots(context.get(siteUrlContext)), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
