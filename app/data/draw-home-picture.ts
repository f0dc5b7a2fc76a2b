import sharp, { type Sharp } from "sharp";
import { fitted, type Layer, layerOf } from "./draw-words";
import type { HomePictureFacts } from "./home-picture";

// Must match the colours of app.css in its light scheme.
const INK = "#20234a";
const MUTED = "#54566f";
const STAR = "#b06f00";
const OUTLINE = "#857b69";
const HALDI = "#f1b83f";
const INDIGO = "#2c3170";

// The room that the background leaves: scripts/pictures/share-pictures.ts.
const LEFT = 72;
const WIDTH = 600;
const TOP = 140;
const BOTTOM = 548;
const GAP = 32;

const NAME = { sizes: [76, 64, 54, 44], maxWidth: WIDTH, maxHeight: 190 };
/** Between the words on the plate and its edge. */
const PLATE = { x: 25, y: 13 };
const STAR_PATH = "M12 1.8l3.1 6.5 7.1.9-5.2 4.9 1.3 7.1L12 17.8l-6.3 3.4L7 14.1 1.8 9.2l7.1-.9z";

/** A PNG of 1200 × 630 pixels. Words are drawn in Latin and the scripts of India, whatever fonts the machine has. */
export async function drawHomePicture(
  { name, place, rating, count }: HomePictureFacts,
  background: Buffer,
): Promise<Buffer> {
  const parts = [
    await drawPlate(place),
    await fitted(name, { colour: INK, ...NAME }),
    await drawScore(Number(rating), rating, count),
  ];
  const height = parts.reduce((sum, part) => sum + part.height + GAP, -GAP);
  let top = TOP + Math.max(0, Math.round((BOTTOM - TOP - height) / 2));
  const layers = parts.map((part) => {
    const layer = { input: part.png, left: LEFT, top };
    top += part.height + GAP;
    return layer;
  });
  // Flat colours: a palette keeps the file to a tenth.
  const picture = sharp(background).composite(layers).png({ palette: true, colours: 64, effort: 4 });
  return picture.toBuffer();
}

/** The place on a number plate, as over the titles of the other pictures. */
async function drawPlate(place: string): Promise<Layer> {
  const words = await fitted(place, { colour: HALDI, sizes: [32, 28], maxWidth: WIDTH - 2 * PLATE.x });
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

/** The rating, and beside it its stars and how many reviews it comes from. */
async function drawScore(share: number, rating: string, count: string): Promise<Layer> {
  const number = await fitted(rating, { colour: INK, sizes: [92], maxWidth: WIDTH });
  const words = await fitted(count, { colour: MUTED, sizes: [34], maxWidth: 380 });
  const left = number.width + 24;
  const stars = [0, 1, 2, 3, 4]
    .map((place) => `<path transform="translate(${26 * place})" d="${STAR_PATH}"/>`)
    .join("");
  const height = Math.max(number.height, 52 + words.height);
  const drawn = drawing(
    WIDTH,
    height,
    `<svg x="${left}" width="217" height="40" viewBox="0 0 130 24">
       <clipPath id="filled"><rect width="${26 * share}" height="24"/></clipPath>
       <g fill="none" stroke="${STAR}" stroke-width="1.5" stroke-linejoin="round">
         <g stroke="${OUTLINE}">${stars}</g>
         <g fill="${HALDI}" clip-path="url(#filled)">${stars}</g>
       </g>
     </svg>`,
  );
  return layerOf(
    drawn.composite([
      { input: number.png, left: 0, top: Math.round((height - number.height) / 2) },
      { input: words.png, left, top: 52 },
    ]),
  );
}

function drawing(width: number, height: number, shapes: string): Sharp {
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`),
  );
}
