import fs from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { HomePictureFacts } from "./draw-home-picture";
import { PRODUCT_FOLDER } from "./product-folder";

/** A picture takes some 100 ms to draw: in a longer queue, the last request would wait too long. */
export const MAX_WAITING_PICTURES = 20;
/** Number of cached pictures, some 30 KB each. */
const KEPT_PICTURES = 50;

/** The background, drawn by scripts/draw-pictures.ts. */
const BACKGROUND = path.join(PRODUCT_FOLDER, "build/client/og/home.png");

const drawing = pLimit(1);
const pictures = new LRUCache<string, Promise<Buffer>>({ max: KEPT_PICTURES });

/** Returns the picture for shared links to a home or a place, a PNG of 1200 × 630 pixels; "busy" if the queue is full. */
export async function homePicture(facts: HomePictureFacts): Promise<Buffer | "busy"> {
  const key = JSON.stringify(facts);
  const kept = pictures.get(key);
  if (kept) return kept;
  if (drawing.pendingCount >= MAX_WAITING_PICTURES) return "busy";
  const picture = drawing(async () => {
    // Imported on demand: most processes draw none.
    const { drawHomePicture } = await import("./draw-home-picture");
    return drawHomePicture(facts, await fs.readFile(BACKGROUND));
  });
  pictures.set(key, picture);
  picture.catch(() => pictures.delete(key));
  return picture;
}
