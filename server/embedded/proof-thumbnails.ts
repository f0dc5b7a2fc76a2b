import fs from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { createFairQueue } from "../fair-queue.ts";
import { unlessMissing, withDraft } from "./files.ts";

interface Rendition {
  width: number;
  height: number;
}

/** The only renditions: twice the 64 pixels of a card, and a picture of a home's page. Must match renditionQuery in app/data/reviews.ts. */
const THUMBNAIL: Rendition = { width: 128, height: 128 };
const RENDITIONS = [THUMBNAIL, { width: 480, height: 320 }];
const QUALITY = 60;
export const THUMBNAIL_QUERY = queryOf(THUMBNAIL);
const DRAW_TIMEOUT_S = 10;

function queryOf({ width, height }: Rendition): string {
  return `?width=${width}&height=${height}&resize=cover&quality=${QUALITY}`;
}

/** Returns the rendition that a query string requests. */
export function requestedRendition(query: string): Rendition | undefined {
  return RENDITIONS.find((rendition) => queryOf(rendition) === query);
}

/**
 * Creates renditions of the photos in `folder` at the first request. The caller validates names. Always WebP, so that caches store one response
 * for all browsers.
 */
export function createProofThumbnails(
  folder: string,
): (name: string, network: string, rendition?: Rendition) => Promise<Buffer | "no-such-photo" | "busy"> {
  // Separate from the queue of uploads. If it is full, visitors get the photo itself.
  const drawing = createFairQueue({ name: "thumbnails", atOnce: 1, ofNetwork: 1, waiting: 100 });
  const underWay = new Map<string, Promise<Buffer | "no-such-photo" | "busy">>();

  async function find(name: string, network: string, rendition: Rendition): Promise<Buffer | "no-such-photo" | "busy"> {
    const photo = path.join(folder, name);
    // Checks the photo first, so that a deleted one shows no thumbnail, and unknown names are cheap.
    if (!(await unlessMissing(fs.stat(photo)))) return "no-such-photo";
    const kept = await unlessMissing(fs.readFile(thumbnailFile(photo, rendition)));
    if (kept) return kept;
    if (drawing.isFull(network)) return "busy";
    return drawing.run(network, () => draw(photo, rendition));
  }

  return (name, network, rendition = THUMBNAIL) => {
    const file = thumbnailFile(name, rendition);
    const found = underWay.get(file) ?? find(name, network, rendition).finally(() => underWay.delete(file));
    underWay.set(file, found);
    return found;
  };
}

/** Returns the file of a photo's rendition. No photo has a name with this ending. */
export function thumbnailFile(photo: string, { width } = THUMBNAIL): string {
  return `${photo}.${width}.webp`;
}

export async function removePhotoFile(file: string): Promise<void> {
  await fs.rm(file, { force: true });
  await Promise.all(RENDITIONS.map((rendition) => fs.rm(thumbnailFile(file, rendition), { force: true })));
}

async function draw(photo: string, rendition: Rendition): Promise<Buffer> {
  const bytes = await sharp(photo)
    .timeout({ seconds: DRAW_TIMEOUT_S })
    .resize({ ...rendition, fit: "cover", withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  const file = thumbnailFile(photo, rendition);
  await withDraft(file, async (draft) => {
    await fs.writeFile(draft, bytes, { mode: 0o600, flush: true });
    await fs.rename(draft, file);
  });
  return bytes;
}
