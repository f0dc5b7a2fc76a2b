import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawHomePicture } from "./draw-home-picture";

const FACTS = {
  name: "Amaltas Court",
  place: "HSR Layout, Bengaluru",
  rating: "4.3",
  count: "14 reviews",
  fact: "9 of 11 deposits back in full, 1 still waiting",
};
const LONG =
  "Sri Venkateswara Nilayam Luxury Serviced Apartments and Residential Towers Phase III (Opposite Metro Pillar No. 1234)";
const PAPER = "#f7f2e8";

test("draws a home's picture of 1200 × 630 pixels in less than 60 kB", { tags: ["10.29"] }, async () => {
  const picture = await draw(FACTS);
  expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  expect(picture.length).toBeLessThan(60_000);
  expect(picture.equals(await draw(FACTS))).toBe(true);
  expect(picture.equals(await draw({ ...FACTS, rating: "4.4" }))).toBe(false);
  expect(picture.equals(await draw({ ...FACTS, fact: null }))).toBe(false);
});

test("keeps text of any length left of the house and above its foot", { tags: ["10.29"] }, async () => {
  for (const name of ["अ".repeat(120), "W".repeat(120), LONG, "தமிழ் இல்லம் கொடைக்கானல் ".repeat(4)]) {
    const { width, bottom } = await inkOf(await draw({ ...FACTS, name, place: `${name}, ${name}` }));
    expect(width, name).toBeLessThanOrEqual(604);
    expect(bottom, name).toBeLessThanOrEqual(560);
  }
});

test("draws every fact whole beside the longest names", { tags: ["10.545"] }, async () => {
  const fact = "1,00,000 of 1,00,000 deposits back in full, 1,00,000 still waiting";
  for (const name of [
    "W".repeat(120),
    LONG,
    "क्षत्रिय निवास ".repeat(8),
    "தமிழ் இல்லம் ".repeat(9),
    "بیت الامن ".repeat(12),
  ]) {
    const facts = { ...FACTS, name, place: `${name}, ${name}` };
    // A cut fact would hide its last letter.
    const [whole, other] = [await draw({ ...facts, fact }), await draw({ ...facts, fact: fact.replace(/.$/, "m") })];
    expect(whole.equals(other), name).toBe(false);
    expect((await inkOf(whole)).bottom, name).toBeLessThanOrEqual(560);
  }
});

test("uses the pages' light colors and star in pictures", () => {
  const [css = ""] = readFileSync("app/app.css", "utf8").split("@media screen and (prefers-color-scheme: dark)");
  const source = ["home", "share"].map((name) => readFileSync(`app/data/draw-${name}-picture.ts`, "utf8")).join("");
  const light = (name: string) => new RegExp(`--color-${name}: (#[\\da-f]{6});`).exec(css)?.[1];
  const colours = Array.from(source.matchAll(/const ([A-Z]+) = "(#[^"]+)";/g), ([, name, colour]) => [name, colour]);
  expect(Object.fromEntries(colours)).toEqual({
    MUTED: light("ink-muted"),
    STAR: light("star"),
    OUTLINE: light("line-strong"),
    INK: light("ink"),
    HALDI: light("haldi"),
    INDIGO: light("indigo"),
  });
  const star = /const STAR = "([^"]+)";/.exec(readFileSync("app/ui/star-rating.tsx", "utf8"))?.[1];
  expect(source).toContain(`const STAR_PATH = "${star}";`);
});

async function draw(facts: Omit<typeof FACTS, "fact"> & { fact: string | null }): Promise<Buffer> {
  const ground = sharp({ create: { width: 1200, height: 630, channels: 3, background: PAPER } });
  return drawHomePicture(facts, await ground.png().toBuffer());
}

/** Returns the size of what is drawn: its width and its lower edge. */
async function inkOf(picture: Buffer): Promise<{ width: number; bottom: number }> {
  const { info } = await sharp(picture).trim({ background: PAPER }).toBuffer({ resolveWithObject: true });
  return { width: info.width, bottom: info.height - (info.trimOffsetTop ?? 0) };
}
