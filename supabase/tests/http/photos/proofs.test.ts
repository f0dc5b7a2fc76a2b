import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type GifOptions, type Sharp } from "sharp";
import { expect, test } from "vitest";
import {
  type Answer,
  call,
  expectRefusal,
  knownUser,
  newUser,
  newVisitor,
  open,
  owner,
  photoName,
  photoPath,
  picture,
  png,
  RENDITION,
  server,
  serverLog,
  storedRows,
  uploadPhoto,
} from "../client.ts";

const MAX_BYTES = 5 * 1024 * 1024;
const SCRIPT = "<script>alert(document.domain)</script>";

test.for([
  ["png", "image/png", () => picture().png()],
  ["jpg", "image/jpeg", () => picture().jpeg()],
  ["jpeg", "image/jpeg", () => picture().jpeg()],
  ["gif", "image/gif", () => picture().gif()],
] as const)("stores and serves a %s", async ([extension, type, make]) => {
  const user = await knownUser("photographer");
  const name = photoName(extension);
  const answer = await uploadPhoto(user, name, await make().toBuffer(), { "content-type": type });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.Key).toBe(`review-proofs/${name}`);
  expect(answer.text).not.toContain(user.id);

  for (const [method, query] of [
    ["GET", ""],
    ["HEAD", ""],
    ["GET", "?download=evil.html&response-content-type=text/html&transform=1"],
  ] as const) {
    const { status, headers } = await openPhoto(`${name}${query}`, method);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("content-disposition")).toBeNull();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, s-maxage=30, immutable");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    // Neither the time of the upload nor the user is public.
    expect(headers.get("last-modified")).toBeNull();
    expect([...headers.values()].join(" ")).not.toContain(user.id);
  }
  const { width, height, format } = await sharp((await openPhoto(name)).bytes).metadata();
  expect({ width, height, format }).toEqual({ width: 400, height: 300, format: type.slice("image/".length) });
});

test("removes place and device from a JPEG and applies its orientation", { tags: ["7.11"] }, async () => {
  const photo = await picture()
    .withExif({
      IFD0: { Make: "TestPhone", Copyright: "Asha Rao", ImageDescription: SCRIPT },
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

  const bytes = await kept("jpg", Buffer.concat([turned, Buffer.from(`PK${SCRIPT}`)]));
  for (const secret of ["TestPhone", "Asha Rao", "Exif", "xmpmeta", "alert("])
    expect(bytes.includes(secret), secret).toBe(false);
  const { exif, xmp, iptc, orientation, width, height } = await sharp(bytes).metadata();
  expect({ exif, xmp, iptc, orientation, width, height }).toEqual({ width: 300, height: 400 });
});

test("removes web pages hidden in a PNG", async () => {
  const described = await picture()
    .withExif({ IFD0: { ImageDescription: SCRIPT } })
    .png()
    .toBuffer();
  const bytes = await kept("png", Buffer.concat([described, Buffer.from(SCRIPT)]));
  expect(bytes.toString("latin1")).not.toMatch(/script|alert/);
});

test("keeps the first frame of an animated GIF, without its comment", async () => {
  const gif = await animation(2, { loop: 4711 });
  const comment = Buffer.from([0x21, 0xfe, 0x08, ...Buffer.from("Asha Rao"), 0x00]);
  const bytes = await kept("gif", Buffer.concat([gif.subarray(0, -1), comment, Buffer.from([0x3b])]));
  expect(bytes.includes("Asha Rao")).toBe(false);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "gif", width: 200, height: 200 });
  expect((await sharp(bytes, { animated: true }).metadata()).pages ?? 1).toBe(1);
});

test("removes the resolution that a photo states", async () => {
  for (const extension of ["png", "jpg"] as const) {
    const dense = async (density: number) => {
      const drawing = picture().withMetadata({ density });
      return kept(extension, await (extension === "png" ? drawing.png() : drawing.jpeg()).toBuffer());
    };
    expect((await dense(611)).equals(await dense(72)), extension).toBe(true);
  }
});

test("shrinks a photo that is larger than any screen", async () => {
  const { width, height } = await sharp(await kept("png", await png(4000, 1000))).metadata();
  expect([width, height]).toEqual([2400, 600]);
});

test("rejects a photo while ten of its network are slow and ten wait", async () => {
  const [user, other] = [await knownUser("keeper"), await knownUser("photographer")];
  const photo = await png();
  await uploadPhoto(other, photoName(), photo);
  const before = await keptFiles();
  const upload = (body: unknown, headers = {}) =>
    call({ ...user, address: "198.51.100.7" }, "POST", `/storage/v1/object/review-proofs/${photoName()}`, {
      body,
      headers: { "content-type": "image/png", ...headers },
    });
  const slow = Array.from({ length: 20 }, () => {
    const body = new PassThrough();
    body.write(Buffer.alloc(1000));
    return { body, answer: upload(body, { "content-length": "2000" }) };
  });
  await expect.poll(async () => (await keptFiles()).length).toBe(before.length + 10);
  // Wait until the other ten uploads are queued: the server does not report it.
  await delay(200);
  const refused = await upload(photo);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
  expect((await uploadPhoto(other, photoName(), photo)).status).toBe(200);
  for (const { body } of slow) body.end(Buffer.alloc(1000));
  const statuses = (await Promise.all(slow.map(({ answer }) => answer))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([400]));
  expect((await upload(photo)).status).toBe(200);
});

test.for(["image/png", "multipart/form-data; boundary=x"])("deletes an interrupted upload of %s", async (type) => {
  const user = await knownUser("keeper");
  await uploadPhoto(user, photoName(), await png());
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
    socket.write(`POST /storage/v1/object/review-proofs/${photoName()} HTTP/1.1\r\n${lines.join("")}\r\n`);
    if (type !== "image/png") socket.write(PART);
    socket.write(Buffer.alloc(5_000));
  });
  await expect.poll(async () => (await keptFiles()).some((name) => name.endsWith(".part"))).toBe(true);
  socket.destroy();
  await expect.poll(keptFiles).toEqual(before);
  expect(await storedRows()).toEqual(rows);
  expect(await loggedFaults()).toEqual(log);
});

/** Resolves to the lines of the log, except the lines of requests. */
async function loggedFaults(): Promise<string[]> {
  return (await serverLog()).split("\n").filter((line) => !line.includes('"message":"request"'));
}

const PART = '--x\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\n\r\n';

test("answers a malformed form with a client error", async () => {
  for (const [type, body] of [
    ["multipart/form-data", `${PART}photo\r\n--x--\r\n`],
    ["multipart/form-data; boundary=x", `${PART}photo`],
    ["multipart/form-data; boundary=x", "--x--\r\n"],
    ["multipart/form-data; boundary=x", ""],
  ] as const) {
    const { status, body: said } = await uploadPhoto(await knownUser("keeper"), photoName(), Buffer.from(body), {
      "content-type": type,
    });
    expect([status, said.error], body).toEqual([400, "InvalidRequest"]);
  }
});

const SVG = 'xmlns="http://www.w3.org/2000/svg"';

const NO_PHOTOS: [what: string, extension: string, make: () => Buffer | Promise<Buffer>, status?: number][] = [
  ["a web page", "png", () => Buffer.from(`<!doctype html>${SCRIPT}`)],
  ["a drawing with a script", "png", () => Buffer.from(`<svg ${SVG} width="400" height="400" onload="alert(1)"/>`)],
  ["a script for ImageMagick", "png", () => Buffer.from("push graphic-context\nfill 'url(https://evil.example/|id)'")],
  ["a PDF", "png", () => Buffer.from("%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj")],
  ["a GIF header before a script", "gif", () => Buffer.from(`GIF89a/*${SCRIPT}*/=1;alert(1)`)],
  ["a PNG header before a script", "png", () => Buffer.from(`\x89PNG\r\n\x1a\n${SCRIPT}`, "latin1")],
  ["a PNG with damaged pixels", "png", async () => damaged(await noise(200).png().toBuffer())],
  ["half a photo", "png", async () => (await picture().png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9000)],
  ["nothing", "png", () => Buffer.alloc(0)],
  ["noise", "jpg", () => randomBytes(20_000)],
  ["a WebP picture", "png", () => picture().webp().toBuffer()],
  ["a JPEG under the name of a PNG", "png", () => picture().jpeg().toBuffer()],
  ["a PNG under the name of a GIF", "gif", () => png()],
  ["a PNG of 900 million pixels in some kilobytes", "png", () => pngBomb(30_000, 30_000)],
  ["a photo of 5 MB and a byte", "png", async () => Buffer.concat([await png()], MAX_BYTES + 1), 413],
];

test.for(NO_PHOTOS)("refuses %s as a photo", { tags: ["5.13"] }, async ([, extension, make, status = 400]) => {
  const user = await knownUser("refused");
  const bytes = await make();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "photo");
  for (const sent of [bytes, form]) {
    const answer = await expectNothingKept(() => uploadPhoto(user, photoName(extension), sent));
    expect(answer.status, answer.text).toBe(status);
  }
});

test("refuses a photo that comes in chunks of unknown length", { tags: ["5.13"] }, async () => {
  const before = await keptFiles();
  const body = Readable.from(Array.from({ length: 60 }, () => Buffer.alloc(1024 * 1024, " ")));
  const headers = { "transfer-encoding": "chunked" };
  // The server may close the connection before the whole body is sent.
  const status = await uploadPhoto(await knownUser("refused"), photoName(), body, headers).then(
    (answer) => answer.status,
    (error: NodeJS.ErrnoException) => error.code,
  );
  expect([411, "ECONNRESET", "EPIPE"]).toContain(status);
  expect(await keptFiles()).toEqual(before);
});

// database/visitors.test.ts proves the valid names.
test("refuses an invalid name before it reads the photo", { tags: ["7.8"] }, async () => {
  const user = await knownUser("refused");
  const body = new PassThrough();
  body.write(Buffer.alloc(1000));
  const answer = await expectNothingKept(() =>
    uploadPhoto(user, "public/1763663400001-abcdefgh.png", body, { "content-length": "2000" }),
  );
  expect(answer.body).toMatchObject({ statusCode: "403", error: "Unauthorized" });
  body.destroy();
  const day = photoName().split("-")[0];
  for (const name of [
    ...["", "public/..%2f..%2fsecrets.json", "public/%2e%2e/%2e%2e/emails/x.png", String.raw`public/..\..\x.png`],
    ...[
      `${day}-abcdefgh.png%00.html`,
      `${day}-abcdefgh.svg`,
      `${day}-abcdefgh.png.svg`,
      "public/.htaccess",
      "public/%",
    ],
  ]) {
    const sent = await uploadPhoto(user, name, await png());
    expect([400, 404], name).toContain(sent.status);
    for (const kind of ["object", "render/image"]) {
      const target = `/storage/v1/${kind}/public/review-proofs/${name}${kind === "object" ? "" : RENDITION}`;
      expect([400, 404], target).toContain((await call(newVisitor(), "GET", target)).status);
    }
  }
});

test("ignores the owner that an upload names", async () => {
  const [user, other] = [await knownUser("keeper"), await knownUser("photographer")];
  const name = photoName();
  const form = new FormData();
  form.append("metadata", JSON.stringify({ owner: other.id, owner_id: other.id }));
  form.append("owner", other.id);
  form.append("file", new Blob([new Uint8Array(await png())], { type: "image/png" }), "x.html");
  const headers = { "x-metadata": Buffer.from(JSON.stringify({ owner_id: other.id })).toString("base64") };
  expect((await uploadPhoto(user, name, form, headers)).status).toBe(200);
  const [row] = await owner`select owner_id from storage.objects where name = ${name}`;
  expect(row?.owner_id).toBe(user.id);
});

test("stores exactly one of many concurrent uploads of one name", async () => {
  const user = await knownUser("keeper");
  const name = photoName();
  const before = await keptFiles();
  const photos = await Promise.all([211, 212, 213, 214, 215].map((size) => png(size, size)));
  const answers = await Promise.all(photos.map((photo) => uploadPhoto(user, name, photo)));
  const taken = answers.findIndex((answer) => answer.status === 200);
  expect(answers.filter((answer) => answer.status === 200).length).toBe(1);
  expect(answers.every((answer) => answer.status < 500)).toBe(true);
  expect((await keptFiles()).length).toBe(before.length + 1);
  expect((await owner`select from storage.objects where name = ${name}`).length).toBe(1);
  expect((await sharp((await openPhoto(name)).bytes).metadata()).width).toBe(211 + taken);
});

test("limits the photos of a user per day", async () => {
  await owner`update private.settings set value = '3' where key = 'proof_photos_per_day'`;
  const user = await newUser("keen");
  const photo = await png(200, 200);
  for (let count = 1; count <= 3; count += 1) expect((await uploadPhoto(user, photoName(), photo)).status).toBe(200);
  await expectNothingKept(() => uploadPhoto(user, photoName(), photo));
  expect((await uploadPhoto(await newUser("other"), photoName(), photo)).status).toBe(200);
  await owner`update storage.objects set created_at = now() - interval '25 hours' where owner_id = ${user.id}`;
  expect((await uploadPhoto(user, photoName(), photo)).status).toBe(200);
  await owner`update private.settings set value = '0' where key = 'proof_photos_per_day'`;
  // The server's sweep would delete old photos.
  await owner`update storage.objects set created_at = now() where owner_id = ${user.id}`;
});

/** Uploads a photo. Resolves to the public bytes. */
async function kept(extension: "png" | "jpg" | "gif", photo: Buffer): Promise<Buffer> {
  const name = photoName(extension);
  const answer = await uploadPhoto(await knownUser("photographer"), name, photo);
  expect(answer.status, answer.text).toBe(200);
  return (await openPhoto(name)).bytes;
}

/** Fails unless the request gets a 4xx and stores neither a row nor a file. */
async function expectNothingKept(action: () => Promise<Answer>): Promise<Answer> {
  const before = await keptFiles();
  const answer = await expectRefusal(action);
  expect(await keptFiles()).toEqual(before);
  return answer;
}

/** Resolves to every file that an upload could create. */
async function keptFiles(): Promise<string[]> {
  const dataDir = server.dataDir;
  const [files, top] = [
    await fs.readdir(path.join(dataDir, "storage"), { recursive: true }).catch(() => []),
    await fs.readdir(dataDir),
  ];
  return [...files, ...top].toSorted();
}

function openPhoto(name: string, method = "GET"): Promise<Answer> {
  return open(photoPath(name), {}, method);
}

async function animation(frames: number, options: GifOptions): Promise<Buffer> {
  const colours = Array.from({ length: frames }, (_, index) => (index % 2 ? "#ff0000" : "#0000ff"));
  const pixels = colours.map((background) =>
    sharp({ create: { width: 200, height: 200, channels: 3, background } })
      .raw()
      .toBuffer(),
  );
  const raw = { width: 200, height: frames * 200, channels: 3, pageHeight: 200 } as const;
  return sharp(Buffer.concat(await Promise.all(pixels)), { raw })
    .gif(options)
    .toBuffer();
}

/** Returns pixels that do not compress. */
function noise(side: number): Sharp {
  const pixels = Buffer.alloc(side * side * 3);
  let state = 7;
  for (let index = 0; index < pixels.length; index += 1) {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    pixels[index] = state >>> 24;
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
}

function damaged(photo: Buffer): Buffer {
  const copy = Buffer.from(photo);
  copy.fill(0xaa, copy.length / 2, copy.length / 2 + 200);
  return copy;
}

/** Returns a small file with a huge image. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(4_000_000));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
