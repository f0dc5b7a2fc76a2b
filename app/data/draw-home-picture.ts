import { drawing, drawPlate, drawSharePicture, HALDI, INK, roomBeside, WORDS_WIDTH } from "./draw-share-picture.ts";
import { fitted, type Layer, layerOf } from "./draw-words.ts";

/** The texts in the picture of a home or a place. */
export interface HomePictureFacts {
  name: string;
  place: string;
  /** From 1 to 5, to one decimal; null for a place. */
  rating: string | null;
  /** "14 reviews", "23 homes" */
  count: string;
  /** "9 of 11 deposits back in full" */
  fact: string | null;
}

// Must match the light color scheme of app.css.
const MUTED = "#54566f";
const STAR = "#b06f00";
const OUTLINE = "#857b69";

const NAME = { colour: INK, sizes: [76, 64, 54, 44, 38, 32], maxWidth: WORDS_WIDTH };
const COUNT = { colour: MUTED, sizes: [44, 36], maxWidth: WORDS_WIDTH };
/** Two lines hold the longest fact: only names are cut. */
const FACT = { colour: INK, sizes: [34, 30, 26, 22], maxWidth: WORDS_WIDTH, maxHeight: 84 };
/** Must match STAR in app/ui/star-rating.tsx. */
const STAR_PATH = "M12 1.8l3.1 6.5 7.1.9-5.2 4.9 1.3 7.1L12 17.8l-6.3 3.4L7 14.1 1.8 9.2l7.1-.9z";

/** Draws a PNG of 1200 × 630 pixels. Renders Latin and Indian scripts with the product's own fonts. */
export async function drawHomePicture(
  { name, place, rating, count, fact }: HomePictureFacts,
  background: Buffer,
): Promise<Buffer> {
  const plate = await drawPlate(place);
  const figures = [
    rating === null ? await fitted(count, COUNT) : await drawScore(Number(rating), rating, count),
    ...(fact === null ? [] : [await fitted(fact, FACT)]),
  ];
  const room = roomBeside([plate, ...figures]);
  return drawSharePicture(background, [
    plate,
    await fitted(name, { ...NAME, maxHeight: Math.min(room, 190) }),
    ...figures,
  ]);
}

/** Draws the rating, its stars and the number of reviews. */
async function drawScore(stars: number, rating: string, count: string): Promise<Layer> {
  const number = await fitted(rating, { colour: INK, sizes: [92], maxWidth: WORDS_WIDTH });
  const words = await fitted(count, { colour: MUTED, sizes: [34], maxWidth: 380 });
  const left = number.width + 24;
  const shapes = [0, 1, 2, 3, 4]
    .map((place) => `<path transform="translate(${26 * place})" d="${STAR_PATH}"/>`)
    .join("");
  const height = Math.max(number.height, 52 + words.height);
  const drawn = drawing(
    WORDS_WIDTH,
    height,
    `<svg x="${left}" width="217" height="40" viewBox="0 0 130 24">
       <clipPath id="filled"><rect width="${26 * stars}" height="24"/></clipPath>
       <g fill="none" stroke="${STAR}" stroke-width="1.5" stroke-linejoin="round">
         <g stroke="${OUTLINE}">${shapes}</g>
         <g fill="${HALDI}" clip-path="url(#filled)">${shapes}</g>
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
