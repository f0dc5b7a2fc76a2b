import sharp, { type Sharp } from "sharp";
import { fitted, type Layer, layerOf } from "./draw-words.ts";

// Must match the colours of app.css in its light scheme.
export const INK = "#20234a";
export const HALDI = "#f1b83f";
const INDIGO = "#2c3170";

/** In pixels: where words begin and how wide they get. The house stands on their right: scripts/pictures/share-pictures.ts. */
export const MARGIN = 72;
export const WORDS_WIDTH = 600;
const TOP = 140;
const BOTTOM = 548;
const GAP = 32;

/** Between the words on the plate and its edge. */
const PLATE = { x: 25, y: 13 };

/** A PNG: the parts one below another on the background, which is 1200 × 630 pixels. */
export async function drawSharePicture(background: Buffer, parts: Layer[]): Promise<Buffer> {
  const height = parts.reduce((sum, part) => sum + part.height + GAP, -GAP);
  let top = TOP + Math.max(0, Math.round((BOTTOM - TOP - height) / 2));
  const layers = parts.map((part) => {
    const layer = { input: part.png, left: MARGIN, top };
    top += part.height + GAP;
    return layer;
  });
  // Flat colours: a palette keeps the file to a tenth.
  return sharp(background).composite(layers).png({ palette: true, colours: 64, effort: 4 }).toBuffer();
}

/** Words on a number plate, which stands over the others. */
export async function drawPlate(text: string): Promise<Layer> {
  const words = await fitted(text, { colour: HALDI, sizes: [32, 28], maxWidth: WORDS_WIDTH - 2 * PLATE.x });
  const width = words.width + 2 * PLATE.x;
  const height = words.height + 2 * PLATE.y;
  const plate = drawing(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="${INDIGO}"/>
     <rect x="6" y="6" width="${width - 12}" height="${height - 12}" fill="none" stroke="${HALDI}" stroke-width="2"/>`,
  );
  return layerOf(plate.composite([{ input: words.png, left: PLATE.x, top: PLATE.y }]));
}

/** Shapes of SVG as an image of this size in pixels. */
export function drawing(width: number, height: number, shapes: string): Sharp {
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`),
  );
}
