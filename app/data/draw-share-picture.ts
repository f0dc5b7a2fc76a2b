import sharp, { type Sharp } from "sharp";
import { fitted, type Layer, layerOf } from "./draw-words.ts";

// Must match the light color scheme of app.css.
export const INK = "#20234a";
export const HALDI = "#f1b83f";
const INDIGO = "#2c3170";

/** In pixels: left edge and width of the text. The house is on its right: scripts/pictures/share-pictures.ts. */
export const MARGIN = 72;
export const WORDS_WIDTH = 600;
const TOP = 140;
const BOTTOM = 548;
const GAP = 28;

/** The padding of the plate. */
const PLATE = { x: 25, y: 13 };

/** Returns the height that is left for one more part. */
export function roomBeside(parts: Layer[]): number {
  return parts.reduce((room, part) => room - part.height - GAP, BOTTOM - TOP);
}

/** Draws a PNG: the parts below each other on a background of 1200 × 630 pixels. */
export async function drawSharePicture(background: Buffer, parts: Layer[]): Promise<Buffer> {
  const height = parts.reduce((sum, part) => sum + part.height + GAP, -GAP);
  let top = TOP + Math.max(0, Math.round((BOTTOM - TOP - height) / 2));
  const layers = parts.map((part) => {
    const layer = { input: part.png, left: MARGIN, top };
    top += part.height + GAP;
    return layer;
  });
  // Flat colors: a palette makes the file a tenth as large.
  return sharp(background).composite(layers).png({ palette: true, colours: 64, effort: 4 }).toBuffer();
}

/** Draws text on a number plate. */
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

/** Renders SVG shapes in this size in pixels. */
export function drawing(width: number, height: number, shapes: string): Sharp {
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`),
  );
}
