import fs from "node:fs/promises";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { reencodePhoto } from "./photo-storage.ts";
import { temporaryFolder } from "../../scripts/temporary-folder.ts";

test("rejects a picture of more pixels than a phone's camera takes", async () => {
  const file = await fileOf("png", blank(10_000, 5_001).png({ palette: true, colours: 2 }));
  expect((await fs.stat(file)).size).toBeLessThan(100_000);
  await expect(reencodePhoto(file, "photo.png")).rejects.toThrow("not a PNG, JPG or GIF picture");
});

test.each([
  ["png", "of noise in four colors", () => noise(2500, 640).png({ palette: true, colours: 4 })],
  ["png", "of noise", () => noise(1280, 1280).png()],
  ["gif", "of noise", () => noise(2500, 640).gif({ effort: 1, colours: 4 })],
  ["jpg", "of noise in poor quality", () => noise(1200, 1200).jpeg({ quality: 5, chromaSubsampling: "4:2:0" })],
  ["png", "of one color", () => blank(400, 300).png({ palette: true, colours: 2 })],
] as const)("stores a %s %s in at most 1.5 times its bytes", { tags: ["11.209"] }, async (ending, _what, make) => {
  const file = await fileOf(ending, make());
  const { bytes } = await reencodePhoto(file, `photo.${ending}`);
  const received = (await fs.stat(file)).size;
  expect(bytes.length).toBeLessThanOrEqual(Math.min(5 * 1024 * 1024, Math.max(16 * 1024, 1.5 * received)));
  expect((await sharp(bytes).metadata()).format).toBe(ending === "jpg" ? "jpeg" : ending);
});

test.each([
  [1080, 12_000, "600 × 6667"],
  [400, 400, "400 × 400"],
  [720, 30_000, "This photo is too long and narrow to be read."],
  [199, 300, "This photo is too small to serve as proof."],
])("keeps a screenshot of %i by %i pixels legible: %s", { tags: ["10.227"] }, async (width, height, size) => {
  const file = await fileOf("png", blank(width, height).png());
  const stored = await reencodePhoto(file, "photo.png").then(
    async ({ bytes }) => {
      const metadata = await sharp(bytes).metadata();
      return `${metadata.width} × ${metadata.height}`;
    },
    (error: Error) => error.message,
  );
  expect(stored).toContain(size);
});

async function fileOf(ending: string, picture: Sharp): Promise<string> {
  const root = temporaryFolder();
  const file = path.join(root, `photo.${ending}`);
  await picture.toFile(file);
  return file;
}

function blank(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: "white" } });
}

/** Returns pixels that do not compress, the same in each run. */
function noise(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 7;
  for (let index = 0; index < pixels.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[index] = state >>> 24;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
