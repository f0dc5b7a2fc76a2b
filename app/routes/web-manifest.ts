import { pageContext } from "~/page-context";
import manifest from "~/features/site/web-manifest.json";
import type { Route } from "./+types/web-manifest";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export function loader({ context }: Route.LoaderArgs) {
  const { name } = context.get(pageContext).site;
  const named = { ...manifest, name: `${name}: rental reviews by tenants`, short_name: name };
  return new Response(JSON.stringify(named), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=86400" },
  });
}
