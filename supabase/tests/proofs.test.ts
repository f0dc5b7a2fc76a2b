import fs from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, inject, test } from "vitest";
import {
  call,
  expectRefusal,
  knownUser,
  newVisitor,
  owner,
  photoName,
  picture,
  signUpAndConfirm,
  uploadPhoto,
  type Answer,
} from "./visitors.ts";

const MAX_BYTES = 5 * 1024 * 1024;

test.for([
  ["png", "image/png", () => picture().png()],
  ["jpg", "image/jpeg", () => picture().jpeg()],
  ["jpeg", "image/jpeg", () => picture().jpeg()],
  ["gif", "image/gif", () => picture().gif()],
] as const)("a signed-in user uploads a %s, and everyone opens it", async ([extension, type, make]) => {
  const user = await knownUser("photographer");
  const name = photoName(extension);
  const answer = await uploadPhoto(user, name, await make().toBuffer(), { "content-type": type });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.Key).toBe(`review-proofs/${name}`);
  expect(answer.text).not.toContain(user.id);

  const [opened, head] = [await openPhoto(name), await openPhoto(name, "HEAD")];
  for (const { status, headers } of [opened, head]) {
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect([...headers.values()].join(" ")).not.toContain(user.id);
  }
  const { width, height, format } = await sharp(opened.bytes).metadata();
  expect({ width, height, format }).toEqual({ width: 400, height: 300, format: type.slice("image/".length) });
});

test("the place and the device of a JPEG are gone, its orientation is kept by turning it", async () => {
  const user = await knownUser("photographer");
  const photo = await picture()
    .withExif({
      IFD0: { Make: "TestPhone", Copyright: "Asha Rao" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "12/1 58/1 17/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "77/1 35/1 40/1",
      },
    })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><secret>Asha Rao</secret></x:xmpmeta>")
    .jpeg()
    .toBuffer();
  const turned = await sharp(photo).keepMetadata().withMetadata({ orientation: 6 }).toBuffer();
  expect(turned.includes("TestPhone")).toBe(true);
  expect((await sharp(turned).metadata()).orientation).toBe(6);

  const name = photoName("jpg");
  expect((await uploadPhoto(user, name, turned, { "content-type": "image/jpeg" })).status).toBe(200);
  const { bytes } = await openPhoto(name);
  for (const secret of ["TestPhone", "Asha Rao", "Exif", "xmpmeta"]) expect(bytes.includes(secret), secret).toBe(false);
  const { exif, xmp, iptc, orientation, width, height } = await sharp(bytes).metadata();
  expect({ exif, xmp, iptc, orientation, width, height }).toEqual({ width: 300, height: 400 });
});

test("an animated GIF stays animated, without its comment", async () => {
  const user = await knownUser("photographer");
  const frames = Buffer.concat([await picture().raw().toBuffer(), await picture().negate().raw().toBuffer()]);
  const gif = await sharp(frames, { raw: { width: 400, height: 600, channels: 3, pageHeight: 300 } })
    .gif()
    .toBuffer();
  const comment = Buffer.from([0x21, 0xfe, 0x08, ...Buffer.from("Asha Rao"), 0x00]);
  const commented = Buffer.concat([gif.subarray(0, -1), comment, Buffer.from([0x3b])]);
  const name = photoName("gif");
  expect((await uploadPhoto(user, name, commented, { "content-type": "image/gif" })).status).toBe(200);
  const { bytes } = await openPhoto(name);
  expect(bytes.includes("Asha Rao")).toBe(false);
  expect((await sharp(bytes).metadata()).pages).toBe(2);
});

test("a photo larger than any screen is made smaller", async () => {
  const user = await knownUser("photographer");
  const name = photoName("png");
  expect((await uploadPhoto(user, name, await picture(4000, 1000).png().toBuffer())).status).toBe(200);
  const { width, height } = await sharp((await openPhoto(name)).bytes).metadata();
  expect([width, height]).toEqual([2400, 600]);
});

test("a photo of almost 5 MB is taken", async () => {
  const user = await knownUser("photographer");
  const pixels = Buffer.alloc(1270 * 1270 * 3, 200);
  const photo = await sharp(pixels, { raw: { width: 1270, height: 1270, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(photo.length).toBeGreaterThan(4.5 * 1024 * 1024);
  expect(photo.length).toBeLessThan(MAX_BYTES);
  expect((await uploadPhoto(user, photoName("png"), photo)).status).toBe(200);
});

// What attackers send in place of photos: security/uploads.test.ts.
const NO_PHOTOS: [string, string, number, () => Promise<Buffer> | Buffer][] = [
  ["a web page", "png", 400, () => Buffer.from("<html><script>alert(1)</script></html>")],
  ["a JPEG called PNG", "png", 400, () => picture().jpeg().toBuffer()],
  ["a PNG called JPG", "jpg", 400, () => picture().png().toBuffer()],
  ["a PNG called GIF", "gif", 400, () => picture().png().toBuffer()],
  ["a PNG with damaged pixels", "png", 400, async () => damaged(await noise())],
  ["a photo of 5 MB and a byte", "png", 413, () => padded(MAX_BYTES + 1)],
];

test.for(NO_PHOTOS)("what is refused as a photo: %s", async ([, extension, status, make]) => {
  const user = await knownUser("refused");
  const bytes = await make();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "photo");
  for (const sent of [bytes, form]) {
    const answer = await expectNothingKept(() => uploadPhoto(user, photoName(extension), sent));
    expect(answer.status, answer.text).toBe(status);
  }
});

test("a name that tells the time of day is refused, and no file stays", async () => {
  const user = await knownUser("refused");
  const photo = await picture().png().toBuffer();
  for (const time of ["1763663400001", "1763700000123", "1763683200000", "1763663400"]) {
    const name = `public/${time}-abcdefgh.png`;
    const answer = await expectNothingKept(() => uploadPhoto(user, name, photo));
    expect(answer.body, name).toMatchObject({ statusCode: "403", error: "Unauthorized" });
  }
});

test("of many uploads of one name at once exactly one is kept", async () => {
  const user = await knownUser("keeper");
  const name = photoName("png");
  const before = await keptFiles();
  const photos = await Promise.all([211, 212, 213, 214, 215].map((size) => picture(size, size).png().toBuffer()));
  const answers = await Promise.all(photos.map((photo) => uploadPhoto(user, name, photo)));
  const taken = answers.findIndex((answer) => answer.status === 200);
  expect(answers.filter((answer) => answer.status === 200).length).toBe(1);
  expect(answers.every((answer) => answer.status < 500)).toBe(true);
  expect((await keptFiles()).length).toBe(before.length + 1);
  const rows = await owner`select from storage.objects where name = ${name}`;
  expect(rows.length).toBe(1);
  expect((await sharp((await openPhoto(name)).bytes).metadata()).width).toBe(211 + taken);
});

test("one user uploads 30 photos in a day and no more; others are not held up, and the next day is a new one", async () => {
  // The other tests run without this limit.
  await owner`update private.settings set value = shipped where key = 'proof_photos_per_day'`;
  const user = await signUpAndConfirm("keen");
  const photo = await picture(200, 200).png().toBuffer();
  for (let count = 1; count <= 30; count += 1) {
    expect((await uploadPhoto(user, photoName("png"), photo)).status).toBe(200);
  }
  await expectNothingKept(() => uploadPhoto(user, photoName("png"), photo));
  expect((await uploadPhoto(await knownUser("other"), photoName("png"), photo)).status).toBe(200);
  await owner`update storage.objects set created_at = now() - interval '25 hours' where owner_id = ${user.id}`;
  expect((await uploadPhoto(user, photoName("png"), photo)).status).toBe(200);
  await owner`update private.settings set value = '0' where key = 'proof_photos_per_day'`;
});

/** Fails unless the request is refused as the caller's mistake and neither a row nor a file stays behind. */
async function expectNothingKept(action: () => Promise<Answer>): Promise<Answer> {
  const before = await keptFiles();
  const answer = await expectRefusal(action);
  expect(await keptFiles()).toEqual(before);
  return answer;
}

/** Every file below the data folder that visitors could try to write to. */
async function keptFiles(): Promise<string[]> {
  const dataDir = path.dirname(inject("mailFolder"));
  const [files, top] = [
    await fs.readdir(path.join(dataDir, "storage"), { recursive: true }).catch(() => []),
    await fs.readdir(dataDir),
  ];
  return [...files, ...top].toSorted();
}

/** Opens a photo as an <img> does: without a key. */
async function openPhoto(name: string, method = "GET"): Promise<Answer> {
  return call(newVisitor(), method, `/storage/v1/object/public/review-proofs/${name}`, { headers: { apikey: null } });
}

/** A PNG whose pixels do not compress, the same every time. */
function noise(): Promise<Buffer> {
  const pixels = Buffer.alloc(200 * 200 * 3);
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * index * 7919) % 251;
  return sharp(pixels, { raw: { width: 200, height: 200, channels: 3 } })
    .png()
    .toBuffer();
}

function damaged(png: Buffer): Buffer {
  const copy = Buffer.from(png);
  copy.fill(0xaa, copy.length / 2, copy.length / 2 + 200);
  return copy;
}

/** A PNG, followed by zeros up to this many bytes. */
async function padded(size: number): Promise<Buffer> {
  return Buffer.concat([await picture().png().toBuffer()], size);
}
