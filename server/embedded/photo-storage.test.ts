import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { reencodePhoto } from "./photo-storage.ts";

test("a picture of more pixels than a phone's camera takes is refused, however small its file is", async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-photos-"));
  onTestFinished(() => fs.rm(root, { recursive: true }));
  const file = path.join(root, "photo.png");
  const blank = { width: 10_000, height: 5_001, channels: 3, background: "white" } as const;
  await sharp({ create: blank }).png({ palette: true, colours: 2 }).toFile(file);
  expect((await fs.stat(file)).size).toBeLessThan(100_000);
  await expect(reencodePhoto(file, "photo.png")).rejects.toThrow("not a PNG, JPG or GIF picture");
});
