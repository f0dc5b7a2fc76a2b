import { setTimeout as delay } from "node:timers/promises";
import fs from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { PassThrough } from "node:stream";
import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import {
  type Answer,
  call,
  expectRefusal,
  knownUser,
  newUser,
  newVisitor,
  owner,
  photoName,
  picture,
  server,
  serverLog,
  storedRows,
  uploadPhoto,
} from "../client.ts";

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
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, s-maxage=30, immutable");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect([...headers.values()].join(" ")).not.toContain(user.id);
  }
  const { width, height, format } = await sharp(opened.bytes).metadata();
  expect({ width, height, format }).toEqual({ width: 400, height: 300, format: type.slice("image/".length) });
});

test(
  "the place and the device of a JPEG are gone, its orientation is kept by turning it",
  { tags: ["7.11"] },
  async () => {
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
    for (const secret of ["TestPhone", "Asha Rao", "Exif", "xmpmeta"])
      expect(bytes.includes(secret), secret).toBe(false);
    const { exif, xmp, iptc, orientation, width, height } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc, orientation, width, height }).toEqual({ width: 300, height: 400 });
  },
);

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

test("neither the resolution of a photo nor the loops of an animation stay what its sender chose", async () => {
  const user = await knownUser("photographer");
  const stored = async (extension: "png" | "jpg" | "gif", photo: Buffer) => {
    const name = photoName(extension);
    expect((await uploadPhoto(user, name, photo)).status).toBe(200);
    return (await openPhoto(name)).bytes;
  };
  for (const extension of ["png", "jpg"] as const) {
    const dense = async (density: number) => {
      const drawing = picture().withMetadata({ density });
      return stored(extension, await (extension === "png" ? drawing.png() : drawing.jpeg()).toBuffer());
    };
    expect((await dense(611)).equals(await dense(72)), extension).toBe(true);
  }
  const frames = Buffer.concat([await picture().raw().toBuffer(), await picture().negate().raw().toBuffer()]);
  const raw = { width: 400, height: 600, channels: 3, pageHeight: 300 } as const;
  const animation = await sharp(frames, { raw }).gif({ loop: 4711 }).toBuffer();
  expect((await sharp(await stored("gif", animation)).metadata()).loop).toBe(0);
});

test("of a long animation the first 40 frames are kept", async () => {
  const user = await knownUser("photographer");
  const frames = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      sharp({ create: { width: 200, height: 200, channels: 3, background: index % 2 ? "#ff0000" : "#0000ff" } })
        .raw()
        .toBuffer(),
    ),
  );
  const raw = { width: 200, height: 60 * 200, channels: 3, pageHeight: 200 } as const;
  const name = photoName("gif");
  const photo = await sharp(Buffer.concat(frames), { raw }).gif({ effort: 1 }).toBuffer();
  expect((await uploadPhoto(user, name, photo)).status).toBe(200);
  expect((await sharp((await openPhoto(name)).bytes).metadata()).pages).toBe(40);
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

test("a noisy PNG of 4.9 MB is kept as a PNG of 5 MB at most", async () => {
  const user = await knownUser("photographer");
  // Of 256 colours: re-encoded in full colour it takes twice the bytes.
  const photo = withPalette(await noise(2300).extractChannel(0).toColourspace("b-w").png().toBuffer());
  expect(photo.length).toBeGreaterThan(4.5 * 1024 * 1024);
  expect(photo.length).toBeLessThan(MAX_BYTES);
  const name = photoName("png");
  const answer = await uploadPhoto(user, name, photo);
  expect(answer.status, answer.text).toBe(200);
  const { bytes } = await openPhoto(name);
  expect(bytes.length).toBeLessThanOrEqual(MAX_BYTES);
  const { format, width } = await sharp(bytes).metadata();
  expect(format).toBe("png");
  expect(width).toBeGreaterThan(1_200);
});

test("while ten photos of one network trickle in and ten more wait, the next is asked to come again, and another's comes", async () => {
  const [user, other] = [await knownUser("keeper"), await knownUser("photographer")];
  await uploadPhoto(other, photoName("png"), await picture().png().toBuffer());
  const before = await keptFiles();
  const upload = (body: unknown) =>
    call({ ...user, address: "198.51.100.7" }, "POST", `/storage/v1/object/review-proofs/${photoName("png")}`, {
      body,
      headers: { "content-type": "image/png" },
    });
  const slow = Array.from({ length: 20 }, () => {
    const body = new PassThrough();
    body.write(Buffer.alloc(1000));
    return { body, answer: upload(body) };
  });
  await expect.poll(async () => (await keptFiles()).length).toBe(before.length + 10);
  await delay(200);
  const photo = await picture().png().toBuffer();
  const refused = await upload(photo);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
  expect((await uploadPhoto(other, photoName("png"), photo)).status).toBe(200);
  for (const { body } of slow) body.end();
  const statuses = (await Promise.all(slow.map(({ answer }) => answer))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([400]));
  expect((await upload(photo)).status).toBe(200);
  expect((await keptFiles()).length).toBe(before.length + 2);
});

test.for(["image/png", "multipart/form-data; boundary=x"])(
  "an upload of %s that is broken off leaves no file, no row and nothing in the log",
  async (type) => {
    const user = await knownUser("keeper");
    await uploadPhoto(user, photoName("png"), await picture().png().toBuffer());
    const [before, rows, log] = [await keptFiles(), await storedRows(), await loggedFaults()];
    const head = {
      Host: "localhost",
      apikey: server.publishableKey,
      Authorization: `Bearer ${user.accessToken}`,
      "X-Forwarded-For": newVisitor().address,
      "Content-Type": type,
      "Content-Length": "100000",
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    const { hostname, port } = new URL(server.apiUrl);
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(`POST /storage/v1/object/review-proofs/${photoName("png")} HTTP/1.1\r\n${lines.join("")}\r\n`);
      if (type !== "image/png")
        socket.write('--x\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\n\r\n');
      socket.write(Buffer.alloc(5_000));
    });
    await expect.poll(async () => (await keptFiles()).some((name) => name.endsWith(".part"))).toBe(true);
    socket.destroy();
    await expect.poll(keptFiles).toEqual(before);
    expect(await storedRows()).toEqual(rows);
    expect(await loggedFaults()).toEqual(log);
  },
);

/** All lines of the log but those of requests, of which others may be under way. */
async function loggedFaults(): Promise<string[]> {
  return (await serverLog()).split("\n").filter((line) => !line.includes('"message":"request"'));
}

const PART = '--x\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\n\r\n';
const NO_FORMS = [
  ["without a boundary", "multipart/form-data", `${PART}photo\r\n--x--\r\n`],
  ["without an end", "multipart/form-data; boundary=x", `${PART}photo`],
  ["without a file", "multipart/form-data; boundary=x", "--x--\r\n"],
  ["without anything", "multipart/form-data; boundary=x", ""],
] as const;

test.for(NO_FORMS)("a form %s is the sender's mistake", async ([, type, body]) => {
  const answer = await uploadPhoto(await knownUser("keeper"), photoName("png"), Buffer.from(body), {
    "content-type": type,
  });
  expect([answer.status, answer.body.error]).toEqual([400, "InvalidRequest"]);
});

// What attackers send in place of photos: attacks/uploads.test.ts.
const NO_PHOTOS: [string, string, number, () => Promise<Buffer> | Buffer][] = [
  ["a web page", "png", 400, () => Buffer.from("<html><script>alert(1)</script></html>")],
  ["a JPEG called PNG", "png", 400, () => picture().jpeg().toBuffer()],
  ["a PNG called JPG", "jpg", 400, () => picture().png().toBuffer()],
  ["a PNG called GIF", "gif", 400, () => picture().png().toBuffer()],
  ["a PNG with damaged pixels", "png", 400, async () => damaged(await noise(200).png().toBuffer())],
  ["a photo of 5 MB and a byte", "png", 413, () => padded(MAX_BYTES + 1)],
];

test.for(NO_PHOTOS)("what is refused as a photo: %s", { tags: ["5.13"] }, async ([, extension, status, make]) => {
  const user = await knownUser("refused");
  const bytes = await make();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "photo");
  for (const sent of [bytes, form]) {
    const answer = await expectNothingKept(() => uploadPhoto(user, photoName(extension), sent));
    expect(answer.status, answer.text).toBe(status);
  }
});

test("a name that the database would refuse is refused before the photo is there", async () => {
  const user = await knownUser("refused");
  const body = new PassThrough();
  body.write(Buffer.alloc(1000));
  const answer = await expectNothingKept(() => uploadPhoto(user, "public/1763663400001-abcdefgh.png", body));
  expect(answer.body).toMatchObject({ statusCode: "403", error: "Unauthorized" });
  body.destroy();
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
  const user = await newUser("keen");
  const photo = await picture(200, 200).png().toBuffer();
  for (let count = 1; count <= 30; count += 1) {
    expect((await uploadPhoto(user, photoName("png"), photo)).status).toBe(200);
  }
  await expectNothingKept(() => uploadPhoto(user, photoName("png"), photo));
  expect((await uploadPhoto(await knownUser("other"), photoName("png"), photo)).status).toBe(200);
  await owner`update storage.objects set created_at = now() - interval '25 hours' where owner_id = ${user.id}`;
  expect((await uploadPhoto(user, photoName("png"), photo)).status).toBe(200);
  await owner`update private.settings set value = '0' where key = 'proof_photos_per_day'`;
  // Nothing that another test's sweep would find.
  await owner`update storage.objects set created_at = now() where owner_id = ${user.id}`;
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
  const dataDir = server.dataDir;
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

/** Pixels that do not compress, the same every time. */
function noise(side: number): Sharp {
  const pixels = Buffer.alloc(side * side * 3);
  let state = 7;
  for (let index = 0; index < pixels.length; index += 1) {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    pixels[index] = state >>> 24;
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
}

/** The same PNG, with a colour of its own for each grey. */
function withPalette(grey: Buffer): Buffer {
  const header = grey.subarray(12, 29);
  const INDEXED = 3;
  header[13] = INDEXED;
  const colours = Buffer.from(Array.from({ length: 256 * 3 }, (_, index) => (index * 89) % 256));
  const chunk = (typed: Buffer) => {
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(typed.length - 4, 0);
    frame.writeUInt32BE(crc32(typed), 4);
    return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
  };
  return Buffer.concat([
    grey.subarray(0, 8),
    chunk(header),
    chunk(Buffer.concat([Buffer.from("PLTE"), colours])),
    grey.subarray(33),
  ]);
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
