import fs from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createProofThumbnails, thumbnailFile } from "./proof-thumbnails.ts";
import { temporaryFolder } from "../../scripts/temporary-folder.ts";

const NAME = "1763700000123-abcdef.jpg";

test("keeps a thumbnail across restarts", async () => {
  const folder = await folderWith(NAME);
  const drawn = await createProofThumbnails(folder)(NAME, "home");
  expect(Buffer.isBuffer(drawn)).toBe(true);
  await fs.writeFile(thumbnailFile(path.join(folder, NAME)), "from an earlier start");
  expect(String(await createProofThumbnails(folder)(NAME, "home"))).toBe("from an earlier start");
});

test("keeps no thumbnail in memory", async () => {
  const folder = await folderWith(NAME);
  const thumbnailOf = createProofThumbnails(folder);
  await Promise.all([thumbnailOf(NAME, "home"), thumbnailOf(NAME, "home")]);
  await fs.writeFile(thumbnailFile(path.join(folder, NAME)), "from the disk");
  expect(String(await thumbnailOf(NAME, "home"))).toBe("from the disk");
});

test("throws for an unreadable photo, leaves nothing, and continues with the next", async () => {
  const folder = await folderWith(NAME);
  await fs.writeFile(path.join(folder, "1763700000123-broken.jpg"), Buffer.from("no picture\xff\xd9", "latin1"));
  const thumbnailOf = createProofThumbnails(folder);
  await expect(thumbnailOf("1763700000123-broken.jpg", "home")).rejects.toThrow(/unsupported image format/);
  expect(Buffer.isBuffer(await thumbnailOf(NAME, "home"))).toBe(true);
  const kept = ["1763700000123-abcdef.jpg", "1763700000123-abcdef.jpg.128.webp", "1763700000123-broken.jpg"];
  expect((await fs.readdir(folder)).toSorted()).toEqual(kept);
});

test("limits the waiting thumbnails of a network", async () => {
  const names = Array.from({ length: 130 }, (_, index) => `1763700000123-photo${index}.jpg`);
  const folder = await folderWith(...names);
  const thumbnailOf = createProofThumbnails(folder);
  const answers = await Promise.all(names.map((name) => thumbnailOf(name, "storm")));
  const busy = answers.filter((answer) => answer === "busy").length;
  // One is drawn, and 100 wait.
  expect(busy).toBe(29);
  expect(answers.filter(Buffer.isBuffer)).toHaveLength(101);
});

async function folderWith(...names: string[]): Promise<string> {
  const folder = temporaryFolder();
  const photo = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#9c3b2e" } })
    .jpeg()
    .toBuffer();
  await Promise.all(names.map((name) => fs.writeFile(path.join(folder, name), photo)));
  return folder;
}
