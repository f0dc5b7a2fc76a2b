import fs from "node:fs/promises";
import { createRequire } from "node:module";
import satori, { type SatoriOptions } from "satori";
import { createElement, type CSSProperties, type ReactNode } from "react";
import sharp from "sharp";
import type { Paint } from "./paint.ts";

/** What a shared link shows. */
export interface SharePicture {
  path: string;
  title: string;
  /** Stands on the number plate over the title. */
  plate: string;
}

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;
const TITLE_WIDTH = 600;
/** The house front, cut off beyond its door. Its red foot goes on under the words. */
const HOUSE = { left: 696, scale: 1.4, width: 480, height: 360, foot: 44 };
const HOUSE_TOP = HEIGHT - HOUSE.height * HOUSE.scale;
const FOOT = HOUSE.foot * HOUSE.scale;

/** What the pictures of homes have in common. */
const HOME_BACKGROUND = "og/home.png";

const SLOGAN = "Home truth, told by the people who paid the rent.";

/** Each picture, and one without words, as a PNG of 1200 × 630 pixels, by the path of its file. Throws when the font lacks a character. */
export async function drawSharePictures(pictures: SharePicture[], paint: Paint): Promise<Map<string, Buffer>> {
  const fonts = await readFonts();
  const background = await sharp(Buffer.from(backgroundOf(paint)))
    .composite([{ input: Buffer.from(await lettering(commonText(paint), fonts)) }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  // The server writes on it: app/data/home-picture.ts.
  const blank = [
    HOME_BACKGROUND,
    await sharp(background).png({ palette: true, colours: 64, effort: 7 }).toBuffer(),
  ] as const;
  const drawn = await Promise.all(
    pictures.map(async (picture) => {
      const words = await lettering(wordsOf(picture, paint), fonts);
      const image = sharp(background).composite([{ input: Buffer.from(words) }]);
      // Flat colours: a palette keeps the file to a tenth.
      return [picture.path, await image.png({ palette: true, colours: 64, effort: 7 }).toBuffer()] as const;
    }),
  );
  return new Map([blank, ...drawn]);
}

function backgroundOf(paint: Paint): string {
  const { left, scale, width, height } = HOUSE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <style>${paint.style}</style>
    <rect width="${WIDTH}" height="${HEIGHT}" class="fill-paper"/>
    <rect y="${HEIGHT - FOOT}" width="${WIDTH}" height="${FOOT}" class="fill-geru"/>
    <svg x="${left}" y="${HOUSE_TOP}" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${paint.houseFront}</svg>
    <svg x="${MARGIN}" y="52" width="56" height="63" viewBox="0 0 32 36">${paint.logo}</svg>
  </svg>`;
}

/** The text that is on every picture. */
function commonText(paint: Paint): ReactNode {
  return box(
    { position: "relative", width: "100%", height: "100%" },
    box({ position: "absolute", left: MARGIN + 76, top: 62, fontSize: 46, color: paint.colour("ink") }, "GharSach"),
    box(
      { position: "absolute", left: MARGIN, bottom: 0, height: FOOT, alignItems: "center", fontSize: 26 },
      box({ color: paint.colour("on-brand") }, SLOGAN),
    ),
  );
}

function wordsOf({ title, plate }: SharePicture, paint: Paint): ReactNode {
  return box(
    {
      flexDirection: "column",
      justifyContent: "center",
      alignItems: "flex-start",
      position: "absolute",
      left: MARGIN,
      top: 130,
      width: TITLE_WIDTH,
      height: HEIGHT - FOOT - 130,
    },
    box(
      { background: paint.colour("indigo"), padding: 5, marginBottom: 26 },
      box(
        {
          border: `2px solid ${paint.colour("haldi")}`,
          color: paint.colour("haldi"),
          padding: "7px 18px 3px",
          fontSize: 32,
        },
        plate,
      ),
    ),
    box(
      { color: paint.colour("ink"), fontSize: titleSize(title), lineHeight: 1.08, textWrap: "balance" },
      withoutLostNumbers(title),
    ),
  );
}

/** "5 checks" stays together at the end of a line. */
function withoutLostNumbers(title: string): string {
  return title.replace(/(?<=\d) /g, "\u00a0");
}

/** Four lines at most, whatever the length. */
function titleSize(title: string): number {
  if (title.length <= 36) return 76;
  return title.length <= 56 ? 66 : 58;
}

function box(style: CSSProperties, ...children: ReactNode[]): ReactNode {
  return createElement("div", { style: { display: "flex", ...style } }, ...children);
}

/** Words as the outlines of their letters. */
function lettering(words: ReactNode, fonts: SatoriOptions["fonts"]): Promise<string> {
  return satori(
    box({ width: "100%", height: "100%", fontFamily: fonts.map(({ name }) => name).join(), fontWeight: 700 }, words),
    {
      width: WIDTH,
      height: HEIGHT,
      fonts,
      loadAdditionalAsset(_, text) {
        throw new Error(`Anek Latin cannot write ${text}; pictures have no other font.`);
      },
    },
  );
}

/** The second file has ₹ and rarer letters. Under one name, satori would look into the first alone. */
async function readFonts(): Promise<SatoriOptions["fonts"]> {
  const require = createRequire(import.meta.url);
  return Promise.all(
    ["latin", "latin-ext"].map(async (part) => ({
      name: `Anek ${part}`,
      data: await fs.readFile(require.resolve(`@fontsource/anek-latin/files/anek-latin-${part}-700-normal.woff`)),
      weight: 700 as const,
      style: "normal" as const,
    })),
  );
}
