import { THUMBNAIL_QUERY } from "../embedded/proof-thumbnails.ts";
import type { Settings } from "../settings.ts";
import type { Answer, Ask } from "./ask.ts";
import { fail, type Line, ok, unknown, warn } from "./line.ts";

/** As the product names photos, and none of them. */
const NO_PHOTO = "1700000000000-000000000000.jpg";

/** The name of a photo that visitors see; null where none of the newest reviews has one. */
export async function visiblePhoto(ask: Ask): Promise<string | null> {
  const { body } = await ask("/rest/v1/rpc/recent_reviews", { method: "POST", body: { at_most: 10 } });
  return /\/review-proofs\/public\/([\w-]+\.\w+)/.exec(JSON.stringify(body))?.[1] ?? null;
}

/** Whether the storage makes the small pictures that cards show, compared with PROOF_THUMBNAILS, which the embedded one ignores. `photo` is one to ask for. */
export async function renditionsLine(
  ask: Ask,
  photo: string | null,
  { backend, proofThumbnails }: Pick<Settings, "backend" | "proofThumbnails">,
): Promise<Line> {
  const fact = "image renditions";
  const answer = await ask(
    `/storage/v1/render/image/public/review-proofs/public/${photo ?? NO_PHOTO}${THUMBNAIL_QUERY}`,
  );
  // Ours answers with the photo itself for a moment while it has many to draw.
  const works =
    answer.status === 307 || (answer.status === 200 && /^image\//.test(answer.headers.get("content-type") ?? ""));
  const isMissing = !photo && saysNoPhoto(answer);
  if (answer.status === 0)
    return unknown(
      fact,
      `the storage could not be reached (${answer.reason})`,
      `see the line of the ${backend === "embedded" ? "web server" : "public key"}`,
    );
  if (answer.status === 429 || answer.status >= 500)
    return unknown(fact, `the storage did not answer (${answer.status})`, "run this again");
  if (backend === "supabase" && proofThumbnails === "original") {
    if (works) return warn(fact, "they work, and cards load whole photos", "set PROOF_THUMBNAILS=rendition");
    return ok(fact, "not used: cards show the photos themselves");
  }
  if (works) return ok(fact, "a photo came as a small picture");
  if (isMissing)
    return unknown(
      fact,
      "there is no photo to ask for",
      "publish a review with a photo, look at its card, then run this again",
    );
  return fail(
    fact,
    `they do not work (${answer.status}): cards show broken pictures`,
    "switch image transformation on (Storage settings), or set PROOF_THUMBNAILS=original",
  );
}

/** Told apart from a storage without transformation, which has no such address or says that the feature is off. */
function saysNoPhoto({ body }: Answer): boolean {
  const said = [body?.message, body?.error, body?.code].filter((word) => typeof word === "string").join(" ");
  return /object not found|NoSuchKey|not_found/i.test(said) && !/route/i.test(said);
}
