import fs from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawIcons } from "./icons.ts";
import { readPaint } from "./paint.ts";
import { drawSharePictures } from "./share-pictures.ts";

const paint = await readPaint();

test("draws every icon of the manifest in its size", async () => {
  const icons = await drawIcons(paint);
  const manifest = JSON.parse(await fs.readFile("app/features/site/web-manifest.json", "utf8")) as {
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(["any", "any", "maskable"]);
  for (const { src, sizes } of manifest.icons) {
    const { format, width, height } = await sharp(icons.get(src.slice(1))).metadata();
    expect({ format, sizes: `${width}x${height}` }, src).toEqual({ format: "png", sizes });
  }
  expect(await sharp(icons.get("apple-touch-icon.png")).metadata()).toMatchObject({ width: 180, height: 180 });
});

test("keeps the logo of a maskable icon within the safe circle", async () => {
  const icon = (await drawIcons(paint)).get("icon-maskable-512.png");
  const { info } = await sharp(icon).trim().toBuffer({ resolveWithObject: true });
  expect(Math.hypot(info.width, info.height)).toBeLessThanOrEqual(0.8 * 512);
  expect(info.height).toBeGreaterThan(200);
});

test("draws the favicon for old browsers with 32 × 32 pixels", async () => {
  const ico = (await drawIcons(paint)).get("favicon.ico") ?? Buffer.alloc(0);
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const png = ico.subarray(ico.readUInt32LE(18));
  expect(png).toHaveLength(ico.readUInt32LE(14));
  expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 32, height: 32 });
});

test("draws a picture for shared links of 1200 × 630 pixels, light enough for a slow connection", async () => {
  const title = "Deposit of ₹1,20,000: “what’s fair” – and 5 things to ask";
  const png = (await drawSharePictures([{ path: "a.png", plate: "Bengaluru", title }], paint, "GharSach")).get("a.png");
  expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  expect(png?.length).toBeLessThan(60_000);
});

test("draws each title, also in Hindi", async () => {
  const titles = ["Renting in Pune", "Renting in Delhi", "घर का सच", "घर का झूठ"];
  const drawn = await drawSharePictures(
    titles.map((title) => ({ path: title, plate: "Blog", title })),
    paint,
    "GharSach",
  );
  expect(new Set(titles.map((title) => drawn.get(title)?.toString("base64"))).size).toBe(4);
});

test("rejects a color that the pages do not have", () => {
  expect(paint.colour("paper")).toBe("#f7f2e8");
  expect(() => paint.colour("teal")).toThrow("app.css has no colour --color-teal.");
});
