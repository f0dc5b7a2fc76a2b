import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { createPhotoStorage, reencodePhoto } from "./photo-storage.ts";

test("the ETags of so many photos are known, and the one that was not asked for longest is forgotten", async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-photos-"));
  onTestFinished(() => fs.rm(root, { recursive: true }));
  const storage = createPhotoStorage(root, 2);
  for (const name of ["a.jpg", "b.jpg", "c.jpg"]) await storage.add(name, photo("first"));
  const file = path.join(storage.folder, "a.jpg");
  await fs.utimes(file, 1, 1);
  const etag = (await storage.find("a.jpg"))?.etag;
  // The same file as far as the disk tells: only who reads it again sees that it is not.
  await fs.writeFile(file, photo("other"));
  await fs.utimes(file, 1, 1);
  expect((await storage.find("a.jpg"))?.etag).toBe(etag);
  await storage.find("b.jpg");
  await storage.find("c.jpg");
  expect((await storage.find("a.jpg"))?.etag).not.toBe(etag);
});

test("a picture of more pixels than a phone's camera takes is refused, however small its file is", async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-photos-"));
  onTestFinished(() => fs.rm(root, { recursive: true }));
  const file = path.join(root, "photo.png");
  const blank = { width: 10_000, height: 5_001, channels: 3, background: "white" } as const;
  await sharp({ create: blank }).png({ palette: true, colours: 2 }).toFile(file);
  expect((await fs.stat(file)).size).toBeLessThan(100_000);
  await expect(reencodePhoto(file, "photo.png")).rejects.toThrow("not a PNG, JPG or GIF picture");
});

function photo(content: string): Buffer {
  return Buffer.concat([Buffer.from(content), Buffer.from([0xff, 0xd9])]);
}
