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
  photoName,
  picture,
  publishReview,
  server,
  uploadedPhoto,
  uploadPhoto,
} from "../client.ts";

const RENDITION = "?width=128&height=128&resize=cover&quality=60";
const FOLDER = path.join(server.dataDir, "storage", "review-proofs", "public");

test("what a card asks for is there: a small picture of the photo", async () => {
  const author = await knownUser("photographer");
  const id = await publishReview(author, { proof_urls: [await uploadedPhoto(author)] });
  const url = server.apiUrl;
  const reviews = await recentReviews(hostedDatabase({ url, publishableKey: server.publishableKey }), 5);
  const [address = ""] = reviews.find((review) => review.id === id)?.proofThumbnailUrls ?? [];
  const target = address.replace(url, "");
  expect(target).toContain(RENDITION);
  const answer = await call(newVisitor(), "GET", target, { headers: { apikey: null } });
  expect(answer.status, answer.text).toBe(200);
  expect((await sharp(answer.bytes).metadata()).format).toBe("webp");
});

test.for([
  ["wide", 1600, 1200],
  ["tall", 900, 2000],
] as const)("of a %s photo the middle is shown, 128 pixels square and below 6 KB", async ([, width, height]) => {
  const name = await uploaded("jpg", detailed(width, height).jpeg({ quality: 85 }));
  const { bytes, status } = await thumbnail(name);
  expect(status).toBe(200);
  const { width: w, height: h, format, exif } = await sharp(bytes).metadata();
  expect({ w, h, format, exif }).toEqual({ w: 128, h: 128, format: "webp", exif: undefined });
  expect(bytes.length).toBeLessThan(6 * 1024);
  expect(bytes.length).toBeLessThan((await photo(name)).bytes.length / 50);
});

test("a photo that was stored when small ones were taken is not blown up", async () => {
  const name = await uploaded("png", picture());
  await picture(40, 30)
    .png()
    .toFile(path.join(FOLDER, path.basename(name)));
  const { width, height } = await sharp((await thumbnail(name)).bytes).metadata();
  expect([width, height]).toEqual([40, 30]);
});

test("of an animation the first picture is shown", async () => {
  const frames = Buffer.concat([await plain("#ff0000").raw().toBuffer(), await plain("#0000ff").raw().toBuffer()]);
  const name = photoName("gif");
  const raw = { width: 200, height: 400, channels: 3, pageHeight: 200 } as const;
  await upload(name, await sharp(frames, { raw }).gif({ effort: 1 }).toBuffer());
  expect((await sharp((await photo(name)).bytes).metadata()).pages).toBe(2);
  const { bytes } = await thumbnail(name);
  const { pages, width } = await sharp(bytes).metadata();
  expect({ pages: pages ?? 1, width }).toEqual({ pages: 1, width: 128 });
  const { dominant } = await sharp(bytes).stats();
  expect(dominant.r).toBeGreaterThan(200);
  expect(dominant.b).toBeLessThan(60);
});

test("a thumbnail is kept by browsers for ever and by shared caches for 30 seconds, and nothing is done with it but show it", async () => {
  const name = await uploaded("png", picture(300, 300));
  for (const method of ["GET", "HEAD"]) {
    const { headers, status } = await thumbnail(name, RENDITION, method);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, s-maxage=30, immutable");
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    // One answer for every browser.
    expect(headers.get("vary") ?? "").not.toMatch(/accept\b/i);
  }
});

test("a thumbnail is drawn once, however often and by however many it is asked for", async () => {
  const name = await uploaded("jpg", detailed(1600, 1200).jpeg());
  expect(await keptFor(name)).toEqual([name]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => thumbnail(name)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map((answer) => answer.bytes.toString("base64"))).size).toBe(1);
  const kept = await keptFor(name);
  expect(kept.length).toBe(2);

  const file = path.join(path.dirname(FOLDER), kept.find((entry) => entry !== name) ?? "");
  const before = await fs.stat(file);
  expect((await thumbnail(name)).bytes.equals(answers[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  const after = await fs.stat(file);
  expect([after.mtimeMs, after.ino]).toEqual([before.mtimeMs, before.ino]);
  // What is served is what is kept, not a new drawing.
  await fs.writeFile(file, "kept");
  expect((await thumbnail(name)).text).toBe("kept");
});

test.for([
  "",
  "?",
  "?width=128",
  "?width=128&height=128",
  "?width=127&height=128&resize=cover&quality=60",
  "?width=2400&height=2400&resize=cover&quality=100",
  "?width=128&height=128&resize=contain&quality=60",
  "?width=128&height=128&resize=cover&quality=61",
  "?width=128&height=128&resize=cover&quality=60&format=origin",
  "?width=128&height=128&resize=cover&quality=60&x=1",
  "?height=128&width=128&resize=cover&quality=60",
  "?width=128&width=128&height=128&resize=cover&quality=60",
  "?width=1e9&height=-1&resize=cover&quality=60",
])("no other rendition is made: %s", async (query) => {
  const name = await uploaded("png", picture(300, 300));
  const { status, body } = await thumbnail(name, query);
  expect({ status, message: body.message }).toEqual({ status: 400, message: "This rendition is not available." });
  expect(await keptFor(name)).toEqual([name]);
});

test("what is no photo has no thumbnail, and a thumbnail is no photo", async () => {
  const kept = await uploaded("png", picture(300, 300));
  await thumbnail(kept);
  const before = await files();
  for (const target of [
    `/storage/v1/render/image/public/review-proofs/public/1763663400000-nosuchphoto.png${RENDITION}`,
    `/storage/v1/render/image/public/review-proofs/${kept}.128.webp${RENDITION}`,
    `/storage/v1/object/public/review-proofs/${kept}.128.webp`,
  ]) {
    const { status, headers } = await call(newVisitor(), "GET", target);
    expect([status, headers.get("cache-control")], target).toEqual([404, "no-store"]);
  }
  expect(await files()).toEqual(before);
});

test("a photo that the operator deleted has no thumbnail any more", async () => {
  const name = await uploaded("png", picture(300, 300));
  expect((await thumbnail(name)).status).toBe(200);
  await fs.rm(path.join(path.dirname(FOLDER), name));
  expect((await thumbnail(name)).status).toBe(404);
  expect((await photo(name)).status).toBe(404);
});

test("photos that are all new at once get their thumbnails, or stand for them", async () => {
  const first = await uploaded("png", detailed(1200, 900));
  const source = path.join(path.dirname(FOLDER), first);
  // More than an account may upload in a day.
  const names = Array.from({ length: 250 }, () => photoName("png"));
  for (const name of names) await fs.copyFile(source, path.join(path.dirname(FOLDER), name));
  const visitor = newVisitor();
  const answers = await Promise.all(names.map((name) => thumbnail(name, RENDITION, "GET", visitor)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 307]));
  for (const [index, answer] of answers.entries()) {
    if (answer.status === 200) continue;
    expect(answer.headers.get("location")).toBe(`/storage/v1/object/public/review-proofs/${names[index]}`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
  for (const name of names.slice(-5)) expect((await thumbnail(name)).status).toBe(200);
});

/** Opens a thumbnail as an <img> does: without a key. */
async function thumbnail(name: string, query = RENDITION, method = "GET", visitor = newVisitor()): Promise<Answer> {
  const target = `/storage/v1/render/image/public/review-proofs/${name}${query}`;
  return call(visitor, method, target, { headers: { apikey: null } });
}

async function photo(name: string): Promise<Answer> {
  return call(newVisitor(), "GET", `/storage/v1/object/public/review-proofs/${name}`, { headers: { apikey: null } });
}

/** The name of a new photo. */
async function uploaded(extension: "png" | "jpg", pixels: Sharp): Promise<string> {
  const name = photoName(extension);
  await upload(name, await (extension === "png" ? pixels.png() : pixels).toBuffer());
  return name;
}

async function upload(name: string, bytes: Buffer): Promise<void> {
  const answer = await uploadPhoto(await knownUser("photographer"), name, bytes);
  expect(answer.status, answer.text).toBe(200);
}

/** What is kept of a photo. */
async function keptFor(name: string): Promise<string[]> {
  return (await files()).filter((file) => file.startsWith(path.basename(name))).map((file) => `public/${file}`);
}

function files(): Promise<string[]> {
  return fs.readdir(FOLDER);
}

function plain(background: string): Sharp {
  return sharp({ create: { width: 200, height: 200, channels: 3, background } });
}

/** Much detail at every size, as in a photo of leaves, the same every time. */
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
