import { loadDepositsPicture, loadHomePicture, loadPlacePicture } from "~/features/homes/load-home-picture";
import { pageContext } from "~/page-context";
import type { Route } from "./+types/home-picture";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

/** Short: a withdrawn review must leave the score within a minute. */
const CACHED = "public, max-age=30";

export async function loader({ params, pattern, context }: Route.LoaderArgs) {
  const { backend } = context.get(pageContext);
  const place = /^(.+)\.png$/.exec(params["*"] ?? "")?.[1]?.split("/");
  const picture = await (pattern.endsWith("deposits.png")
    ? loadDepositsPicture(backend)
    : place
      ? loadPlacePicture(place, backend)
      : loadHomePicture(params.file ?? "", backend));
  if (picture === "unknown") return new Response("This picture does not exist.", { status: 404 });
  if (picture === "busy") {
    return new Response("Too many pictures are being drawn at the moment.", {
      status: 503,
      headers: { "Retry-After": "5" },
    });
  }
  return new Response(new Uint8Array(picture), {
    headers: {
      "Content-Type": "image/png",
      "Cache-Control": CACHED,
      "CDN-Cache-Control": "max-age=30",
      // Other sites show it in link previews.
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
