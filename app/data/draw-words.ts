import fs from "node:fs/promises";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { PRODUCT_FOLDER } from "./product-folder.ts";

/** A part of a picture with a transparent background. */
export interface Layer {
  png: Buffer;
  width: number;
  height: number;
}

interface Words {
  colour: string;
  /** Font sizes to try, in pixels, largest first. */
  sizes: number[];
  maxWidth: number;
  /** Wraps text within this height; without it, text stays on one line. */
  maxHeight?: number;
}

const DRAW_TIMEOUT_S = 10;

const FONTS = path.join(PRODUCT_FOLDER, "app/fonts/pictures");

/** Latin and Indian scripts. Other characters would be empty boxes. */
const SCRIPTS = [
  ...["Latin", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam"],
  ...["Arabic", "Meetei_Mayek", "Ol_Chiki", "Inherited"],
];
const UNKNOWN_CHARACTERS = new RegExp(
  `[^${SCRIPTS.map((script) => `\\p{Script=${script}}`).join("")}\\p{Nd}\\p{P}\\p{Zs}\\u200c\\u200d\\u2068\\u2069+=<>|₹°]`,
  "gu",
);

const GRAPHEMES = new Intl.Segmenter("en-IN", { granularity: "grapheme" });

let fonts: Promise<void> | undefined;

/** Draws text in the first size that fits; truncates it in the last. */
export async function fitted(text: string, words: Words): Promise<Layer> {
  await (fonts ??= loadFonts());
  const known = text.replace(UNKNOWN_CHARACTERS, "").trim() || "–";
  const isFitting = ({ width, height }: Layer) => width <= words.maxWidth && height <= (words.maxHeight ?? Infinity);
  for (const size of words.sizes) {
    const layer = await lettering(known, size, words);
    if (isFitting(layer)) return balanced(known, size, words, layer);
  }
  const smallest = words.sizes.at(-1) ?? 0;
  let graphemes = Array.from(GRAPHEMES.segment(known), ({ segment }) => segment);
  for (;;) {
    graphemes = graphemes.slice(0, Math.floor(0.9 * graphemes.length));
    const layer = await lettering(`${graphemes.join("").trimEnd()}…`, smallest, words);
    if (graphemes.length === 0 || isFitting(layer)) return layer;
  }
}

/** Balances lines: makes them as narrow as possible without another line. */
async function balanced(text: string, size: number, words: Words, widest: Layer): Promise<Layer> {
  let best = widest;
  let tooNarrow = 0;
  while (widest.height > 1.5 * size && best.width - tooNarrow > size / 2) {
    const maxWidth = Math.round((tooNarrow + best.width) / 2);
    const layer = await lettering(text, size, { ...words, maxWidth });
    if (layer.width > maxWidth || layer.height > widest.height) tooNarrow = maxWidth;
    else best = layer;
  }
  return best;
}

export async function layerOf(image: Sharp): Promise<Layer> {
  const png = image.timeout({ seconds: DRAW_TIMEOUT_S }).png({ compressionLevel: 1 });
  const { data, info } = await png.toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

function lettering(text: string, size: number, { colour, maxWidth, maxHeight }: Words): Promise<Layer> {
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return layerOf(
    sharp({
      text: {
        text: `<span foreground="${colour}">${escaped}</span>`,
        font: `Anek Latin Bold ${size}`,
        rgba: true,
        dpi: 72,
        ...(maxHeight !== undefined && { width: maxWidth, wrap: "word-char" }),
        // Some scripts have tall lines.
        spacing: Math.round(-0.1 * size),
      },
    }),
  );
}

/** Restricts the library to the product's own fonts. */
async function loadFonts(): Promise<void> {
  // The library reads this when it first draws text.
  process.env.FONTCONFIG_FILE = path.join(FONTS, "fonts.conf");
  for (const file of await fs.readdir(FONTS)) {
    if (file.endsWith(".ttf")) await sharp({ text: { text: "–", fontfile: path.join(FONTS, file) } }).toBuffer();
  }
}
