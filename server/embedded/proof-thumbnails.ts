import fs from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { createFairQueue } from "../fair-queue.ts";
import { unlessMissing, withDraft } from "./files.ts";

/** The only rendition: twice the 64 pixels of a card. Must match THUMBNAIL in app/data/reviews.ts. */
export const THUMBNAIL_QUERY = "?width=128&height=128&resize=cover&quality=60";
const SIDE = 128;
const QUALITY = 60;
const DRAW_TIMEOUT_S = 10;

/**
 * Creates thumbnails of the photos in `folder` at the first request. The caller validates names. Always WebP, so that caches store one response
 * for all browsers.
 */
export function createProofThumbnails(
  folder: string,
): (name: string, network: string) => Promise<Buffer | "no-such-photo" | "busy"> {
  // Separate from the queue of uploads. If it is full, visitors get the photo itself.
  const drawing = createFairQueue({ name: "thumbnails", atOnce: 1, ofNetwork: 1, waiting: 100 });
  const underWay = new Map<string, Promise<Buffer | "no-such-photo" | "busy">>();

  async function find(name: string, network: string): Promise<Buffer | "no-such-photo" | "busy"> {
    const photo = path.join(folder, name);
    // Checks the photo first, so that a deleted one shows no thumbnail, and unknown names are cheap.
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

/** Returns the file of a photo's thumbnail. No photo has a name with this ending. */
export function thumbnailFile(photo: string): string {
  return `${photo}.${SIDE}.webp`;
}

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
