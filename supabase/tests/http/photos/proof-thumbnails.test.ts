import fs from "node:fs/promises";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { hostedDatabase } from "~/data/hosted-database";
import { recentReviews } from "~/data/reviews";
import {
  type Answer,
  call,
  knownUser,
  newVisitor,
  open,
  photoName,
  photoPath,
  picture,
  publishReview,
  RENDITION,
  server,
  uploadedPhoto,
  uploadPhoto,
  WITHOUT_KEY,
} from "../client.ts";

const FOLDER = path.join(server.dataDir, "storage", "review-proofs", "public");

test("serves the thumbnail that a card requests", async () => {
  const author = await knownUser("photographer");
  const id = await publishReview(author, { proof_urls: [await uploadedPhoto(author)] });
  const url = server.apiUrl;
  const reviews = await recentReviews(hostedDatabase({ url, publishableKey: server.publishableKey }), 5);
  const [address = ""] = reviews.find((review) => review.id === id)?.proofThumbnailUrls ?? [];
  const target = address.replace(url, "");
  expect(target).toContain(RENDITION);
  const answer = await open(target);
  expect(answer.status, answer.text).toBe(200);
  expect((await sharp(answer.bytes).metadata()).format).toBe("webp");
});

test.for([
  ["wide", 1600, 1200],
  ["tall", 900, 2000],
] as const)("shows the middle of a %s photo, 128 pixels square and below 6 KB", async ([, width, height]) => {
  const name = await uploaded("jpg", detailed(width, height).jpeg({ quality: 85 }));
  const { bytes, status } = await thumbnail(name);
  expect(status).toBe(200);
  const { width: w, height: h, format, exif } = await sharp(bytes).metadata();
  expect({ w, h, format, exif }).toEqual({ w: 128, h: 128, format: "webp", exif: undefined });
  expect(bytes.length).toBeLessThan(6 * 1024);
});

test("does not enlarge a small photo", async () => {
  const name = await uploaded("png", picture());
  await picture(40, 30)
    .png()
    .toFile(path.join(FOLDER, path.basename(name)));
  const { width, height } = await sharp((await thumbnail(name)).bytes).metadata();
  expect([width, height]).toEqual([40, 30]);
});

test("shows the first frame of an animation", async () => {
  const plain = (background: string) => sharp({ create: { width: 200, height: 200, channels: 3, background } }).raw();
  const frames = Buffer.concat([await plain("#ff0000").toBuffer(), await plain("#0000ff").toBuffer()]);
  const raw = { width: 200, height: 400, channels: 3, pageHeight: 200 } as const;
  const name = await uploaded("gif", sharp(frames, { raw }).gif({ effort: 1 }));
  const { bytes } = await thumbnail(name);
  const { pages, width } = await sharp(bytes).metadata();
  expect({ pages: pages ?? 1, width }).toEqual({ pages: 1, width: 128 });
  const { dominant } = await sharp(bytes).stats();
  expect(dominant.r).toBeGreaterThan(200);
  expect(dominant.b).toBeLessThan(60);
});

test("draws a thumbnail once, for all caches", async () => {
  const name = await uploaded("jpg", detailed(1600, 1200).jpeg());
  expect(await filesOf(name)).toEqual([name]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => thumbnail(name)));
  for (const { headers, status } of [...answers, await thumbnail(name, RENDITION, "HEAD")]) {
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, s-maxage=30, immutable");
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("vary") ?? "").not.toMatch(/accept\b/i);
  }
  expect(new Set(answers.map((answer) => answer.bytes.toString("base64"))).size).toBe(1);
  const [other = "", ...more] = (await filesOf(name)).filter((file) => file !== name);
  expect(more).toEqual([]);
  // The server sends the stored thumbnail and draws no other.
  await fs.writeFile(path.join(path.dirname(FOLDER), other), "kept");
  expect((await thumbnail(name)).text).toBe("kept");
});

test("makes no other rendition", async () => {
  const name = await uploaded("png", picture(300, 300));
  for (const query of [
    "",
    ...["?width=128&height=128", "?width=127&height=128&resize=cover&quality=60", `${RENDITION}&format=origin`],
    ...["?width=2400&height=2400&resize=cover&quality=100", `${RENDITION}&width=2400`],
    ...["?height=128&width=128&resize=cover&quality=60", "?width=1e9&height=-1&resize=cover&quality=60"],
  ]) {
    const { status, body } = await thumbnail(name, query);
    expect([status, body.message], query).toEqual([400, "This rendition is not available."]);
  }
  expect(await filesOf(name)).toEqual([name]);
});

test("serves no thumbnail of a missing or deleted photo", async () => {
  const [name, deleted] = [await uploaded("png", picture(300, 300)), await uploaded("png", picture(300, 300))];
  for (const each of [name, deleted]) expect((await thumbnail(each)).status).toBe(200);
  await fs.rm(path.join(path.dirname(FOLDER), deleted));
  const before = await fs.readdir(FOLDER);
  for (const target of [
    `/storage/v1/render/image/public/review-proofs/public/1763663400000-nosuchphoto.png${RENDITION}`,
    `/storage/v1/render/image/public/review-proofs/${name}.128.webp${RENDITION}`,
    photoPath(`${name}.128.webp`),
    `/storage/v1/render/image/public/review-proofs/${deleted}${RENDITION}`,
    photoPath(deleted),
  ]) {
    const { status, headers } = await call(newVisitor(), "GET", target);
    expect([status, headers.get("cache-control")], target).toEqual([404, "no-store"]);
  }
  expect(await fs.readdir(FOLDER)).toEqual(before);
});

test("redirects to the photo if too many thumbnails are waiting", async () => {
  const first = await uploaded("png", picture(1200, 900));
  const source = path.join(path.dirname(FOLDER), first);
  const names = Array.from({ length: 250 }, () => photoName("png"));
  for (const name of names) await fs.copyFile(source, path.join(path.dirname(FOLDER), name));
  const visitor = newVisitor();
  const answers = await Promise.all(names.map((name) => thumbnail(name, RENDITION, "GET", visitor)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 307]));
  for (const [index, answer] of answers.entries()) {
    if (answer.status === 200) continue;
    expect(answer.headers.get("location")).toBe(photoPath(names[index] ?? ""));
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

async function thumbnail(name: string, query = RENDITION, method = "GET", visitor = newVisitor()): Promise<Answer> {
  const target = `/storage/v1/render/image/public/review-proofs/${name}${query}`;
  return call(visitor, method, target, { headers: WITHOUT_KEY });
}

async function uploaded(extension: "png" | "jpg" | "gif", pixels: Sharp): Promise<string> {
  const name = photoName(extension);
  const bytes = await (extension === "png" ? pixels.png() : pixels).toBuffer();
  const answer = await uploadPhoto(await knownUser("photographer"), name, bytes);
  expect(answer.status, answer.text).toBe(200);
  return name;
}

/** Resolves to the stored files of a photo. */
async function filesOf(name: string): Promise<string[]> {
  const files = await fs.readdir(FOLDER);
  return files.filter((file) => file.startsWith(path.basename(name))).map((file) => `public/${file}`);
}

/** Returns a picture with details at every scale. */
function detailed(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const light =
        128 + 50 * Math.sin(x / 37) * Math.cos(y / 23) + 40 * Math.sin((x * y) / 900) + ((x * 7 + y * 13) % 31);
      pixels.fill(Math.max(0, Math.min(255, light)), (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
