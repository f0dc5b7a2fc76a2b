import { WEB_MANIFEST } from "~/features/site/web-manifest";

export function loader() {
  return new Response(JSON.stringify(WEB_MANIFEST), {
    headers: { "Content-Type": "application/manifest+json; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
