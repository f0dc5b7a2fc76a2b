import sharp from "sharp";
import { expect, test } from "vitest";
import { drawHomePicture } from "./draw-home-picture";

const FACTS = { name: "Amaltas Court", place: "HSR Layout, Bengaluru", rating: "4.3", count: "14 reviews" };
const LONG =
  "Sri Venkateswara Nilayam Luxury Serviced Apartments and Residential Towers Phase III (Opposite Metro Pillar No. 1234)";
const PAPER = "#f7f2e8";

test(
  "the picture of a home is 1200 × 630 pixels and light enough for a slow connection",
  { tags: ["10.30"] },
  async () => {
    const picture = await draw(FACTS);
    expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    expect(picture.length).toBeLessThan(60_000);
    expect(picture.equals(await draw(FACTS))).toBe(true);
    expect(picture.equals(await draw({ ...FACTS, rating: "4.4" }))).toBe(false);
  },
);

test("words of any length stay left of the house and above its foot", { tags: ["10.30"] }, async () => {
  for (const name of [
    "A",
    "अ".repeat(120),
    "Shree ".repeat(20),
    "W".repeat(120),
    "👪🏠",
    LONG,
    "தமிழ் இல்லம் கொடைக்கானல் ".repeat(4),
  ]) {
    const { info } = await sharp(await draw({ ...FACTS, name, place: `${name}, ${name}` }))
      .trim({ background: PAPER })
      .toBuffer({ resolveWithObject: true });
    expect(info.width, name).toBeLessThanOrEqual(604);
    expect(info.height - (info.trimOffsetTop ?? 0), name).toBeLessThanOrEqual(560);
  }
});

async function draw(facts: typeof FACTS): Promise<Buffer> {
  const ground = sharp({ create: { width: 1200, height: 630, channels: 3, background: PAPER } });
  return drawHomePicture(facts, await ground.png().toBuffer());
}
