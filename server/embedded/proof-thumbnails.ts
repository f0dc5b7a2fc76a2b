import fs from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { createFairQueue } from "../fair-queue.ts";
import { unlessMissing, withDraft } from "./files.ts";

/**
 * The one rendition of a photo that the product asks for: twice the 64 pixels that a card shows. Must match THUMBNAIL in
 * app/data/reviews.ts; a hosted project takes the same parameters.
 */
export const THUMBNAIL_QUERY = "?width=128&height=128&resize=cover&quality=60";
const SIDE = 128;
const QUALITY = 60;
const DRAW_TIMEOUT_S = 10;

/**
 * The thumbnails of the photos in `folder`: rendered from the photo on the first request, then stored beside it. The
 * caller vouches for the names. Always WebP, so that caches hold one answer for every browser; of an animation, the first
 * picture.
 */
export function createProofThumbnails(
  folder: string,
): (name: string, network: string) => Promise<Buffer | "no-such-photo" | "busy"> {
  // Photos come in through a queue of their own: reading never makes the upload of one wait or fail. Who comes after so many is better
  // served by the photo itself.
  const drawing = createFairQueue({ name: "thumbnails", atOnce: 1, ofNetwork: 1, waiting: 100 });
  const underWay = new Map<string, Promise<Buffer | "no-such-photo" | "busy">>();

  async function find(name: string, network: string): Promise<Buffer | "no-such-photo" | "busy"> {
    const photo = path.join(folder, name);
    // The photo is asked for first: one that was deleted by hand has no thumbnail, and names without one cost no drawing.
    if (!(await unlessMissing(fs.stat(photo)))) return "no-such-photo";
    const kept = await unlessMissing(fs.readFile(thumbnailFile(photo)));
    if (kept) return kept;
    if (drawing.isFull(network)) return "busy";
    return drawing.run(network, () => draw(photo));
  }

  return (name, network) => {
    const found = underWay.get(name) ?? find(name, network).finally(() => underWay.delete(name));
    underWay.set(name, found);
    return found;
  };
}

/** Where the thumbnail of this photo is kept. No photo has a name that ends so. */
export function thumbnailFile(photo: string): string {
  return `${photo}.${SIDE}.webp`;
}

/** With its thumbnail. */
export async function removePhotoFile(file: string): Promise<void> {
  await fs.rm(file, { force: true });
  await fs.rm(thumbnailFile(file), { force: true });
}

async function draw(photo: string): Promise<Buffer> {
  const bytes = await sharp(photo)
    .timeout({ seconds: DRAW_TIMEOUT_S })
    .resize({ width: SIDE, height: SIDE, fit: "cover", withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  await withDraft(thumbnailFile(photo), async (draft) => {
    await fs.writeFile(draft, bytes, { mode: 0o600, flush: true });
    await fs.rename(draft, thumbnailFile(photo));
  });
  return bytes;
}
