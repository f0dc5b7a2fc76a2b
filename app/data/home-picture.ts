import fs from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { HomePictureFacts } from "./draw-home-picture";
import { PRODUCT_FOLDER } from "./product-folder";

/** Each takes some 100 ms: who comes after so many would wait too long. */
export const MAX_WAITING_PICTURES = 20;
/** Some 30 KB each. */
const KEPT_PICTURES = 50;

/** Without words; drawn by scripts/draw-pictures.ts. */
const BACKGROUND = path.join(PRODUCT_FOLDER, "build/client/og/home.png");

const drawing = pLimit(1);
const pictures = new LRUCache<string, Promise<Buffer>>({ max: KEPT_PICTURES });

/**
 * The picture that links to a home show, a PNG of 1200 × 630 pixels, from memory or drawn when its turn comes; "busy" where too
 * many wait.
 */
export async function homePicture(facts: HomePictureFacts): Promise<Buffer | "busy"> {
  const key = JSON.stringify(facts);
  const kept = pictures.get(key);
  if (kept) return kept;
  if (drawing.pendingCount >= MAX_WAITING_PICTURES) return "busy";
  const picture = drawing(async () => {
    // Most processes draw none.
    const { drawHomePicture } = await import("./draw-home-picture");
    return drawHomePicture(facts, await fs.readFile(BACKGROUND));
  });
  pictures.set(key, picture);
  picture.catch(() => pictures.delete(key));
  return picture;
}
