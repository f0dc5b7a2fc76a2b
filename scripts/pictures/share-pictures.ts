import sharp from "sharp";
import { drawPlate, drawSharePicture, MARGIN, WORDS_WIDTH } from "../../app/data/draw-share-picture.ts";
import { fitted } from "../../app/data/draw-words.ts";
import type { Paint } from "./paint.ts";

export interface SharePicture {
  path: string;
  title: string;
  /** The text of the number plate above the title. */
  plate: string;
}

const WIDTH = 1200;
const HEIGHT = 630;
/** The house front, cropped beyond its door. Its red foot continues below the text. */
const HOUSE = { left: 696, scale: 1.4, width: 480, height: 360, foot: 44 };
const HOUSE_TOP = HEIGHT - HOUSE.height * HOUSE.scale;
const FOOT = HOUSE.foot * HOUSE.scale;
const LOGO = { top: 52, width: 56, height: 63 };

const TITLE = { sizes: [76, 66, 58, 50], maxWidth: WORDS_WIDTH, maxHeight: 310 };

const HOME_BACKGROUND = "og/home.png";

const SLOGAN = "Home truth, told by the people who paid the rent.";

/** Returns the pictures, and one without text, as PNGs of 1200 × 630 pixels by path. */
export async function drawSharePictures(
  pictures: SharePicture[],
  paint: Paint,
  siteName: string,
): Promise<Map<string, Buffer>> {
  const background = await drawBackground(paint, siteName);
  // app/data/home-picture.ts adds the text.
  const drawn = new Map([[HOME_BACKGROUND, await drawSharePicture(background, [])]]);
  for (const { path, plate, title } of pictures) {
    const words = await fitted(withoutLostNumbers(title), { colour: paint.colour("ink"), ...TITLE });
    drawn.set(path, await drawSharePicture(background, [await drawPlate(plate), words]));
  }
  return drawn;
}

async function drawBackground(paint: Paint, siteName: string): Promise<Buffer> {
  const { left, scale, width, height } = HOUSE;
  const name = await fitted(siteName, { colour: paint.colour("ink"), sizes: [46, 36], maxWidth: WORDS_WIDTH });
  const slogan = await fitted(SLOGAN, { colour: paint.colour("on-brand"), sizes: [26], maxWidth: WORDS_WIDTH });
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <style>${paint.style}</style>
    <rect width="${WIDTH}" height="${HEIGHT}" class="fill-paper"/>
    <rect y="${HEIGHT - FOOT}" width="${WIDTH}" height="${FOOT}" class="fill-geru"/>
    <svg x="${left}" y="${HOUSE_TOP}" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${paint.houseFront}</svg>
    <svg x="${MARGIN}" y="${LOGO.top}" width="${LOGO.width}" height="${LOGO.height}" viewBox="0 0 32 36">${paint.logo}</svg>
  </svg>`;
  return sharp(Buffer.from(shapes))
    .composite([
      {
        input: name.png,
        left: MARGIN + LOGO.width + 20,
        top: Math.round(LOGO.top + (LOGO.height - name.height) / 2),
      },
      { input: slogan.png, left: MARGIN, top: Math.round(HEIGHT - (FOOT + slogan.height) / 2) },
    ])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Keeps "5 checks" on one line. */
function withoutLostNumbers(title: string): string {
  return title.replace(/(?<=\d) /g, "\u00a0");
}
