import fs from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { crc32, deflateSync } from "node:zlib";
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
  storedRows,
  uploadPhoto,
  type Answer,
  type Call,
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

  const opened = await openPhoto(name);
  expect(opened.status).toBe(200);
  expect(opened.headers.get("content-type")).toBe(type);
  const { width, height, format } = await sharp(opened.bytes).metadata();
  expect({ width, height, format }).toEqual({ width: 400, height: 300, format: type.slice("image/".length) });
});

test("a photo is served so that a browser does nothing with it but show it", async () => {
  const user = await knownUser("photographer");
  const name = photoName("png");
  await uploadPhoto(user, name, await picture().png().toBuffer());
  for (const method of ["GET", "HEAD"]) {
    const { headers, status } = await openPhoto(name, method);
    expect(status).toBe(200);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("content-type")).toBe("image/png");
    expect([...headers.values()].join(" ")).not.toContain(user.id);
  }
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

test("text in a PNG and bytes after its end are gone", async () => {
  const user = await knownUser("photographer");
  const photo = await picture()
    .withExif({ IFD0: { Artist: "Asha Rao" } })
    .png()
    .toBuffer();
  const polyglot = Buffer.concat([photo, Buffer.from("<script>alert(document.domain)</script>")]);
  expect(polyglot.includes("Asha Rao")).toBe(true);
  const name = photoName("png");
  expect((await uploadPhoto(user, name, polyglot)).status).toBe(200);
  const { bytes } = await openPhoto(name);
  for (const secret of ["script", "Asha Rao"]) expect(bytes.includes(secret), secret).toBe(false);
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

test("a photo sent as a form, as browsers send it, is taken", async () => {
  const user = await knownUser("photographer");
  const name = photoName("png");
  const form = new FormData();
  form.append("cacheControl", "3600");
  form.append("file", new Blob([await picture().png().toBuffer()], { type: "image/png" }), "photo");
  const answer = await uploadPhoto(user, name, form);
  expect(answer.status, answer.text).toBe(200);
  const opened = await openPhoto(name);
  expect(opened.headers.get("content-type")).toBe("image/png");
  expect(opened.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

const NO_PHOTOS: [string, string, string, () => Promise<Buffer> | Buffer][] = [
  ["a web page", "png", "image/png", () => Buffer.from("<html><script>alert(1)</script></html>")],
  ["a web page that says so", "png", "text/html", () => Buffer.from("<html></html>")],
  ["an SVG", "png", "image/png", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ["an SVG that says so", "svg", "image/svg+xml", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a script behind the letters of a GIF", "gif", "image/gif", () => Buffer.from("GIF89a=1;alert(document.cookie)//")],
  ["a PDF", "png", "application/pdf", () => Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj")],
  ["a program", "png", "application/octet-stream", () => Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
  ["nothing", "png", "image/png", () => Buffer.alloc(0)],
  ["a JPEG called PNG", "png", "image/png", () => picture().jpeg().toBuffer()],
  ["a PNG called JPG", "jpg", "image/jpeg", () => picture().png().toBuffer()],
  ["a PNG called GIF", "gif", "image/gif", () => picture().png().toBuffer()],
  ["a WebP called PNG", "png", "image/png", () => picture().webp().toBuffer()],
  ["a TIFF called PNG", "png", "image/png", () => picture().tiff().toBuffer()],
  ["half a PNG", "png", "image/png", async () => (await noise()).subarray(0, 2000)],
  ["a PNG with damaged pixels", "png", "image/png", async () => damaged(await noise())],
  ["a photo of 5 MB and a byte", "png", "image/png", () => padded(MAX_BYTES + 1)],
  ["a small PNG of 144 million pixels", "png", "image/png", () => hugePng(12_000)],
  ["a small GIF of 50,000 large pictures", "gif", "image/gif", () => longGif(50_000)],
];

test.for(NO_PHOTOS)("what is refused as a photo: %s", async ([, extension, type, make]) => {
  const user = await knownUser("refused");
  const bytes = await make();
  const answer = await expectNothingKept(() =>
    uploadPhoto(user, photoName(extension), bytes, { "content-type": type }),
  );
  expect([400, 404, 413]).toContain(answer.status);
});

test("a photo that is too large is refused also when its size is not announced", async () => {
  const user = await knownUser("refused");
  const pieces = Array.from({ length: 330 }, () => Buffer.alloc(16 * 1024));
  const unannounced = Readable.from(pieces);
  const answer = await expectNothingKept(() => uploadPhoto(user, photoName("png"), unannounced));
  expect(answer.status).toBe(413);
  expect(answer.body.message).toBe("The photo is too large (max 5MB).");
});

test("a form around something that is no photo is refused", async () => {
  const user = await knownUser("refused");
  for (const [file, type] of [
    ["<html></html>", "image/png"],
    ["<svg/>", "image/svg+xml"],
  ] as const) {
    const form = new FormData();
    form.append("file", new Blob([file], { type }), "photo");
    await expectNothingKept(() => uploadPhoto(user, photoName("png"), form));
  }
  const empty = new FormData();
  empty.append("cacheControl", "3600");
  await expectNothingKept(() => uploadPhoto(user, photoName("png"), empty));
});

const BAD_NAMES = [
  "1763700000123-abcdefgh.png",
  "public/abc.png",
  "public/1763700000123-abcdefgh.svg",
  "public/1763700000123-abcdefgh.html",
  "public/1763700000123-abcdefgh.png.html",
  "public/1763700000123-abcdefgh.PNG",
  "public/1763700000123-abcdefgh",
  "public/1763700000123-abc.png",
  "public/1763700000123-ABCDEFGH.png",
  "public/1763700000123-abcdefgh.png%00.html",
  "public/1763700000123-abcdefgh%0a.png",
  "public/1763700000123-%E2%80%AEabcdefgh.png",
  "public/sub/1763700000123-abcdefgh.png",
  "public//1763700000123-abcdefgh.png",
  "private/1763700000123-abcdefgh.png",
  "public/..%2f1763700000123-abcdefgh.png",
  "..%2f..%2fsecrets.json",
  "public/..%2f..%2f..%2fmail%2f1763700000123-abcdefgh.png",
  "public%2f..%2f..%2f1763700000123-abcdefgh.png",
  "public/..%5c..%5csecrets.png",
  `public/1763700000123-${"a".repeat(3000)}.png`,
  "public/",
  "",
];

test.for(BAD_NAMES)("a name that the product does not give is refused: %s", async (name) => {
  const user = await knownUser("refused");
  const photo = await picture().png().toBuffer();
  await expectNothingKept(() => uploadPhoto(user, name, photo));
});

test("other buckets and the bucket itself take no files", async () => {
  const user = await knownUser("refused");
  const photo = await picture().png().toBuffer();
  for (const target of [
    `/storage/v1/object/other/${photoName("png")}`,
    `/storage/v1/object/${photoName("png")}`,
    `/storage/v1/object/review-proofs/../other/${photoName("png")}`,
    `/storage/v1/upload/resumable`,
    `/storage/v1/object/upload/sign/review-proofs/${photoName("png")}`,
    "/storage/v1/bucket",
  ]) {
    const options = { body: photo, headers: { "content-type": "image/png" } };
    const answer = await expectNothingKept(() => call(user, "POST", target, options));
    expect(answer.status, target).toBeLessThan(500);
  }
});

test("a visitor without an account uploads nothing", async () => {
  const photo = await picture().png().toBuffer();
  const forger = { ...newVisitor(), accessToken: "eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYXV0aGVudGljYXRlZCJ9." };
  for (const visitor of [newVisitor(), forger]) {
    const answer = await expectNothingKept(() => uploadPhoto(visitor, photoName("png"), photo));
    expect([answer.status, answer.body.statusCode]).toEqual([400, "403"]);
  }
});

test("a photo is never replaced: not by another user, not by its owner, not with upsert", async () => {
  const user = await knownUser("keeper");
  const other = await knownUser("other");
  const name = photoName("png");
  await uploadPhoto(user, name, await picture(210, 210).png().toBuffer());
  const first = await openPhoto(name);
  const replacement = await picture(220, 220).png().toBuffer();
  for (const visitor of [other, user, newVisitor()]) {
    for (const upsert of ["false", "true"]) {
      await expectNothingKept(() => uploadPhoto(visitor, name, replacement, { "x-upsert": upsert }));
    }
    const options = { body: replacement, headers: { "content-type": "image/png", "x-upsert": "true" } };
    await expectNothingKept(() => call(visitor, "PUT", `/storage/v1/object/review-proofs/${name}`, options));
  }
  expect((await openPhoto(name)).bytes.equals(first.bytes)).toBe(true);
});

test("of many uploads of one name at once exactly one is kept", async () => {
  const user = await knownUser("keeper");
  const name = photoName("png");
  const before = await storedRows();
  const photos = await Promise.all([211, 212, 213, 214, 215].map((size) => picture(size, size).png().toBuffer()));
  const answers = await Promise.all(photos.map((photo) => uploadPhoto(user, name, photo)));
  const taken = answers.findIndex((answer) => answer.status === 200);
  expect(answers.filter((answer) => answer.status === 200).length).toBe(1);
  expect(answers.every((answer) => answer.status < 500)).toBe(true);
  expect((await storedRows()).photos).toBe((before.photos ?? 0) + 1);
  expect((await sharp((await openPhoto(name)).bytes).metadata()).width).toBe(211 + taken);
});

test("nobody deletes, moves, copies, lists or asks about photos: not a visitor, not another user, not the owner", async () => {
  const user = await knownUser("keeper");
  const other = await knownUser("other");
  const name = photoName("png");
  await uploadPhoto(user, name, await picture().png().toBuffer());
  const move = { bucketId: "review-proofs", sourceKey: name, destinationKey: photoName("png") };
  const attempts: [string, string, Call?][] = [
    ["DELETE", `/storage/v1/object/review-proofs/${name}`],
    ["DELETE", "/storage/v1/object/review-proofs", { body: { prefixes: [name] } }],
    ["POST", "/storage/v1/object/move", { body: move }],
    ["POST", "/storage/v1/object/copy", { body: move }],
    ["POST", "/storage/v1/object/list/review-proofs", { body: { prefix: "public", limit: 100 } }],
    ["POST", "/storage/v1/object/list-v2/review-proofs", { body: { prefix: "public" } }],
    ["GET", `/storage/v1/object/info/review-proofs/${name}`],
    ["GET", `/storage/v1/object/info/public/review-proofs/${name}`],
    ["GET", `/storage/v1/object/info/authenticated/review-proofs/${name}`],
    ["GET", `/storage/v1/object/authenticated/review-proofs/${name}`],
    ["GET", `/storage/v1/object/review-proofs/${name}`],
    ["POST", `/storage/v1/object/sign/review-proofs/${name}`, { body: { expiresIn: 60 } }],
    ["GET", `/storage/v1/render/image/public/review-proofs/${name}`],
    ["GET", "/storage/v1/bucket"],
    ["GET", "/storage/v1/bucket/review-proofs"],
    ["PUT", "/storage/v1/bucket/review-proofs", { body: { public: false } }],
    ["POST", "/storage/v1/bucket/review-proofs/empty"],
    ["DELETE", "/storage/v1/bucket/review-proofs"],
  ];
  for (const visitor of [newVisitor(), other, user]) {
    for (const [method, target, options] of attempts) {
      const answer = await expectNothingKept(() => call(visitor, method, target, options));
      expect(answer.text, `${method} ${target}`).not.toContain(user.id);
    }
  }
  expect((await openPhoto(name)).status).toBe(200);
});

test("opening what is no photo of ours is 404, wherever the path tries to lead", async () => {
  const folder = "/storage/v1/object/public/review-proofs";
  const targets = [
    `${folder}/public/1763700000999-nosuchphoto.png`,
    `${folder}/public/`,
    `${folder}/public/..%2f..%2f..%2fsecrets.json`,
    `${folder}/public/../../../secrets.json`,
    `${folder}/public/%2e%2e/%2e%2e/%2e%2e/secrets.json`,
    `${folder}/public/..%5c..%5csecrets.json`,
    `${folder}/public/%2fetc%2fpasswd`,
    `${folder}/public/x%00.png`,
    `${folder}/../../mail/`,
    `${folder}/secrets.json`,
    "/storage/v1/object/public/other/public/x.png",
    "/storage/v1/object/public/",
  ];
  for (const target of targets) {
    const { status, text } = await call(newVisitor(), "GET", target);
    expect([400, 404], target).toContain(status);
    expect(text, target).not.toMatch(/jwtSecret|root:|ENOENT/);
  }
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

/** A PNG with sides this long, black, of a few kilobytes. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", rows),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

/** A GIF with a canvas of 2000 by 2000 pixels and this many pictures of one pixel each. */
function longGif(pictures: number): Buffer {
  const head = Buffer.from("GIF89a\u00d0\u0007\u00d0\u0007\u0080\0\0\0\0\0\u00ff\u00ff\u00ff", "latin1");
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0x02, 0x02, 0x44, 0x01, 0x00]);
  return Buffer.concat([head, ...Array<Buffer>(pictures).fill(frame), Buffer.from([0x3b])]);
}
