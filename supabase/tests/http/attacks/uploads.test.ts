import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { call, newVisitor, owner, photoName, picture, uploadPhoto, type User } from "../client.ts";
import {
  answeredWithin,
  attack,
  attackerElsewhere,
  databaseDigest,
  fixtures,
  hungUp,
  megabytes,
  steadyHeaders,
} from "./fixtures.ts";
import { THUMBNAIL } from "./open-calls.ts";
import { words } from "./reference-paths.ts";

const SCRIPT = "<script>alert(document.domain)</script>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`;
const SVG_FETCH = `<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:1/"/></svg>`;
const SVG_FILE = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&e;</text></svg>`;
const IMAGE_MAGICK = "push graphic-context\nfill 'url(https://evil.example/|id)'\npop graphic-context";
const PDF = "%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj";

/** What it is, the ending of its name, its bytes, and a content type other than image/png. */
const NO_PHOTOS: [string, string, () => Buffer | Promise<Buffer>, string?][] = [
  ["a web page", "png", () => Buffer.from(`<!doctype html>${SCRIPT}`)],
  ["a web page that says what it is", "png", () => Buffer.from(SCRIPT), "text/html"],
  ["a drawing with a script", "png", () => Buffer.from(SVG)],
  ["a drawing with a script that says what it is", "png", () => Buffer.from(SVG), "image/svg+xml"],
  ["a drawing that fetches from inside", "jpg", () => Buffer.from(SVG_FETCH)],
  ["a drawing of a file of the server", "png", () => Buffer.from(SVG_FILE)],
  ["a script for ImageMagick", "png", () => Buffer.from(IMAGE_MAGICK)],
  ["a PDF", "png", () => Buffer.from(PDF)],
  ["a ZIP", "jpg", () => Buffer.from("PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")],
  ["a program", "gif", () => Buffer.from("\u007fELF\u0002\u0001\u0001")],
  ["a GIF header before a script", "gif", () => Buffer.from(`GIF89a/*${SCRIPT}*/=1;alert(1)`)],
  ["a PNG header before a script", "png", () => Buffer.from(`\x89PNG\r\n\x1a\n${SCRIPT}`, "latin1")],
  ["a JPEG header before a script", "jpg", () => Buffer.from(`\xff\xd8\xff\xe0${SCRIPT}`, "latin1")],
  ["half a photo", "png", async () => (await picture().png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9000)],
  ["nothing", "png", () => Buffer.alloc(0)],
  ["one byte", "png", () => Buffer.from([0])],
  ["noise", "jpg", () => randomBytes(20_000)],
  ["a WebP picture", "png", () => picture().webp().toBuffer()],
  ["an AVIF picture", "png", () => picture().avif({ effort: 0 }).toBuffer()],
  ["a TIFF picture", "png", () => picture().tiff().toBuffer()],
  ["a JPEG under the name of a PNG", "png", () => picture().jpeg().toBuffer()],
  ["a PNG under the name of a GIF", "gif", () => picture().png().toBuffer()],
  ["a PNG of 900 million pixels in some kilobytes", "png", () => pngBomb(30_000, 30_000)],
  ["a PNG that claims to be 2147483647 pixels wide", "png", () => pngBomb(2_147_483_647, 1, 10)],
  ["a GIF of very many frames", "gif", () => gifBomb(3_000)],
];

test.for(NO_PHOTOS)("%s is refused as a photo, and soon", async ([, extension, make, type = "image/png"]) => {
  const before = await databaseDigest();
  const bytes = await make();
  const answer = await answeredWithin(8_000, async () =>
    upload(await attackerElsewhere(), photoName(extension), bytes, { "content-type": type }),
  );
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(await databaseDigest()).toBe(before);
});

const EXIF = { IFD0: { ImageDescription: SCRIPT, Copyright: "<?php system($_GET[0]); ?>" } };

const POLYGLOTS: [string, string, () => Promise<Buffer>][] = [
  [
    "a PNG before a web page",
    "png",
    async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from(SCRIPT)]),
  ],
  ["a PNG with a web page in a text chunk", "png", () => picture().withExif(EXIF).png().toBuffer()],
  ["a JPEG with a web page in its description", "jpg", () => picture().withExif(EXIF).jpeg().toBuffer()],
  [
    "a JPEG before a ZIP",
    "jpg",
    async () => Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from(`PK${SCRIPT}`)]),
  ],
  [
    "a GIF with a script in its comment",
    "gif",
    async () => withGifComment(await picture().gif().toBuffer(), `*/=1;${SCRIPT}`),
  ],
];

test.for(POLYGLOTS)("%s is encoded again, without its second meaning", async ([, extension, make]) => {
  const name = photoName(extension);
  const bytes = await make();
  expect(bytes.toString("latin1")).toContain("alert(");
  const stored = await upload(await attackerElsewhere(), name, bytes);
  expect(stored.status, stored.text).toBe(200);
  const served = await call(newVisitor(), "GET", `/storage/v1/object/public/review-proofs/${name}`);
  expect(served.bytes.toString("latin1")).not.toMatch(/script|alert|php/);
  expect(served.headers.get("content-type")).toMatch(/^image\/(?:png|jpeg|gif)$/);
  expect(await sharp(served.bytes).metadata()).toMatchObject({ width: 400, height: 300 });
});

const DAY = 1_763_663_400_000;

const NAMES = [
  "",
  ...words(String.raw`
    public/../../secrets.json public/..%2f..%2fsecrets.json public/%2e%2e/%2e%2e/mail/${DAY}-abcdefgh.png
    public%2f..%2f..%2f${DAY}-abcdefgh.png public/..\..\x${DAY}-abcdefgh.png public//${DAY}-abcdefgh.png
    /etc/cron.d/${DAY}-abcdefgh.png public/${DAY}-abcdefgh.png%00.html public/${DAY}-abcdefgh.png%0a
    public/${DAY}-abcdefgh.html public/${DAY}-abcdefgh.svg public/${DAY}-abcdefgh.png.svg
    public/${DAY}-abcdefgh.php.png public/${DAY}-abcdefgh.PNG public/${DAY}-abcdefgh public/.htaccess public/index.html
    public/deeper/${DAY}-abcdefgh.png private/${DAY}-abcdefgh.png ${DAY}-abcdefgh.png
    public/${DAY}-${"a".repeat(300)}.png public/${DAY}-abc%20defgh.png public/${DAY}-%d0%b0bcdefgh.png public/%
  `),
  // Anything but the start of a day in India tells when its author was there.
  ...[DAY + 1, DAY + 19_800_000, DAY + 36_600_123, DAY / 1000, DAY * 10, 0].map(
    (time) => `public/${time}-abcdefgh.png`,
  ),
];

test.for(NAMES)("no photo is stored under the name %j", { tags: ["7.8"] }, async (name) => {
  const before = await databaseDigest();
  const answer = await upload(await attackerElsewhere(), name, await picture().png().toBuffer());
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(await databaseDigest()).toBe(before);
});

const SIZES: [string, () => Uint8Array | Readable, Record<string, string>?][] = [
  ["six megabytes", () => Buffer.alloc(6 * 1024 * 1024)],
  ["six megabytes in pieces", () => Readable.from(megabytes(6)), { "transfer-encoding": "chunked" }],
  ["sixty megabytes in pieces", () => Readable.from(megabytes(60)), { "transfer-encoding": "chunked" }],
];

test.for(SIZES)(
  "%s are too large, and only as much is taken in as a photo may have",
  { tags: ["5.15"] },
  async ([, make, headers]) => {
    const before = await databaseDigest();
    const answer = await uploadPhoto(await attackerElsewhere(), photoName("png"), make(), headers).catch(hungUp);
    expect([413, "hung up"]).toContain(answer === "hung up" ? answer : answer.status);
    expect(await databaseDigest()).toBe(before);
  },
);

test("a photo belongs to the account that uploaded it, whatever the request says", async () => {
  const { victim, attacker } = await fixtures();
  const name = photoName("png");
  const form = new FormData();
  form.append("cacheControl", "0");
  form.append("metadata", JSON.stringify({ owner: victim.id, owner_id: victim.id }));
  form.append("owner", victim.id);
  form.append("file", new Blob([new Uint8Array(await picture().png().toBuffer())], { type: "image/png" }), "x.html");
  const headers = { "x-metadata": Buffer.from(JSON.stringify({ owner_id: victim.id })).toString("base64") };
  const answer = await uploadPhoto(await attackerElsewhere(), name, form, headers);
  expect(answer.status, answer.text).toBe(200);
  const [row] = await owner`select owner_id from storage.objects where name = ${name}`;
  expect(row?.owner_id).toBe(attacker.id);
});

test("the same photo has the same headers whenever and by whichever account it was uploaded", async () => {
  const { victim } = await fixtures();
  const bytes = await picture(320, 200).png().toBuffer();
  const headersOf = async (visitor: User, picturesBytes: Buffer) => {
    const name = photoName("png");
    expect((await upload(visitor, name, picturesBytes)).status).toBe(200);
    // Not so long ago that a sweep takes it while other tests count what is stored.
    await owner`update storage.objects set created_at = now() - interval '20 hours' where name = ${name} and owner_id = ${victim.id}`;
    const [photo, thumbnail] = await Promise.all(
      [`object/public/review-proofs/${name}`, `render/image/public/review-proofs/${name}${THUMBNAIL}`].map((target) =>
        call(newVisitor(), "GET", `/storage/v1/${target}`),
      ),
    );
    for (const answer of [photo, thumbnail]) {
      expect(answer?.headers.get("last-modified") ?? null).toBeNull();
      expect(answer?.headers.get("etag")).toMatch(/^(?:W\/)?"[\w+/=-]{16,}"$/);
    }
    return [photo, thumbnail].map((answer) => steadyHeaders(answer?.headers ?? new Headers()));
  };
  const first = await headersOf({ ...victim, address: newVisitor().address }, bytes);
  // A second later, so that a time in seconds would differ, too.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(await headersOf(await attackerElsewhere(), bytes)).toEqual(first);
  const other = await headersOf(await attackerElsewhere(), await picture(321, 200).png().toBuffer());
  expect(JSON.stringify(other.map((headers) => Object.fromEntries(headers).etag))).not.toBe(
    JSON.stringify(first.map((headers) => Object.fromEntries(headers).etag)),
  );
});

test("a photo is served so that a browser runs nothing in it and keeps its type", async () => {
  const { photo } = await fixtures();
  for (const query of ["", "?download=evil.html", "?response-content-type=text/html", "?transform=1"]) {
    for (const headers of [
      { accept: "text/html" },
      { range: "bytes=0-3" },
      { origin: "https://evil.example" },
    ] as Record<string, string>[]) {
      const answer = await attack(newVisitor(), "GET", photo + query, { headers });
      expect(answer.status, query).toBe(200);
      expect(answer.headers.get("content-type"), query).toBe("image/png");
      expect(answer.headers.get("x-content-type-options"), query).toBe("nosniff");
      expect(answer.headers.get("content-security-policy"), query).toBe("sandbox; default-src 'none'");
      expect(answer.headers.get("content-disposition") ?? "", query).not.toContain("evil");
    }
  }
});

const UNKNOWN_PHOTOS = [
  "",
  ...words(`
    public/ public public/..%2f..%2f..%2fsecrets.json ../../../secrets.json public/%2e%2e/%2e%2e/%2e%2e/mail/
    public/${DAY}-zzzzzzzz.png public/%00 public/x.png%00 public/..%5c..%5csecrets.json
  `),
];

test.for(UNKNOWN_PHOTOS)("no file is served under the name %j", async (name) => {
  for (const service of ["object/public", "render/image/public"]) {
    const target = `/storage/v1/${service}/review-proofs/${name}${service.startsWith("render") ? THUMBNAIL : ""}`;
    for (const method of ["GET", "HEAD"])
      expect([400, 404], target).toContain((await attack(newVisitor(), method, target)).status);
  }
});

async function upload(
  visitor: Parameters<typeof call>[0],
  name: string,
  body: Uint8Array,
  headers: Record<string, string> = {},
) {
  const target = `/storage/v1/object/review-proofs/${name}`;
  return attack(visitor, "POST", target, {
    body,
    headers: { "content-type": "image/png", "x-upsert": "false", ...headers },
  });
}

/** A PNG of one grey, in rows that deflate to almost nothing. */
function pngBomb(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(Math.min(rows * (width + 1), 4_000_000)));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A GIF of 2000 × 2000 pixels with this many frames of one pixel. */
function gifBomb(frames: number): Buffer {
  const screen = Buffer.from("474946383961d007d007800000ffffff000000", "hex");
  const frame = Buffer.from("21f90400010000002c00000000010001000002024401003b", "hex").subarray(0, -1);
  return Buffer.concat([screen, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

/** The GIF with a comment before its end. */
function withGifComment(gif: Buffer, comment: string): Buffer {
  const block = Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), Buffer.from(comment), Buffer.from([0])]);
  return Buffer.concat([gif.subarray(0, -1), block, Buffer.from([0x3b])]);
}
