import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import pLimit from "p-limit";
import sharp from "sharp";
import { thumbnailFile } from "./proof-thumbnails.ts";
import { Refusal, retryAfter } from "./refusal.ts";
import { isWholePhoto } from "./whole-photo.ts";

/** Must match MAX_PROOF_FILE_BYTES in app/domain/proof-file.ts and the bucket's file_size_limit in the migrations. */
export const MAX_PROOF_FILE_BYTES = 5 * 1024 * 1024;
/** A picture of 5 MB that unpacks to more pixels than any phone's camera takes is an attack on memory. */
const MAX_PIXELS = 50_000_000;
/** All frames of an animation together. */
const MAX_ANIMATION_PIXELS = 16_000_000;
const REDRAW_TIMEOUT_S = 10;
/** Each photo keeps a core busy for up to a second: one at a time leaves the rest to everybody else. */
const redrawing = pLimit(1);
const MAX_WAITING_PHOTOS = 12;
sharp.concurrency(1);
const MAX_SIDE = 2400;
/** Less shows nothing that proves a stay. Must match MIN_PROOF_SIDE in app/domain/proof-file.ts. */
const MIN_SIDE = 200;

const FORMATS = {
  png: { mimetype: "image/png", extensions: ["png"] },
  jpeg: { mimetype: "image/jpeg", extensions: ["jpg", "jpeg"] },
  gif: { mimetype: "image/gif", extensions: ["gif"] },
} as const;

/** A refusal in the format of the Storage API, which answers 400 to most of them and gives the status in its body. */
export class StorageRefusal extends Refusal {
  readonly statusCode: number;
  readonly error: string;
  readonly code: string;
  readonly seconds: number | undefined;

  constructor(statusCode: number, error: string, code: string, message: string, seconds?: number) {
    super(message);
    this.statusCode = statusCode;
    this.error = error;
    this.code = code;
    this.seconds = seconds;
  }

  answer(): Response {
    const { statusCode, error, message, code, seconds } = this;
    const status = statusCode === 404 || statusCode === 413 || statusCode === 429 ? statusCode : 400;
    return Response.json(
      { statusCode: String(statusCode), error, message, code },
      { status, headers: retryAfter(seconds) },
    );
  }
}

/**
 * Reads a picture, refuses what is none, and draws it anew: no metadata (place, device), no bytes after its end, no
 * second meaning as a web page. Throws {@link StorageRefusal}.
 */
export async function redrawPhoto(upload: Buffer, objectName: string): Promise<{ bytes: Buffer; mimetype: string }> {
  if (redrawing.pendingCount >= MAX_WAITING_PHOTOS) {
    const sentence = "Many photos are arriving just now. Please try again in a minute.";
    throw new StorageRefusal(429, "too_many_requests", "SlowDown", sentence, 60);
  }
  return redrawing(() => redraw(upload, objectName));
}

async function redraw(upload: Buffer, objectName: string): Promise<{ bytes: Buffer; mimetype: string }> {
  const extension = path.extname(objectName).slice(1).toLowerCase();
  try {
    const options = {
      limitInputPixels: extension === "gif" ? MAX_ANIMATION_PIXELS : MAX_PIXELS,
      animated: extension === "gif",
      failOn: "error" as const,
    };
    const { format, width, height, pageHeight } = await sharp(upload, options).metadata();
    if (format !== "png" && format !== "jpeg" && format !== "gif") throw notAPhoto();
    if (!(FORMATS[format].extensions as readonly string[]).includes(extension)) {
      throw notAPhoto(`This file is not a ${extension.toUpperCase()} picture.`);
    }
    if (width < MIN_SIDE || (pageHeight ?? height) < MIN_SIDE) {
      const sentence = `This photo is too small to prove anything. Choose one of at least ${MIN_SIDE} by ${MIN_SIDE} pixels.`;
      throw new StorageRefusal(422, "invalid_request", "InvalidRequest", sentence);
    }
    const drawn = sharp(upload, options)
      .rotate()
      .timeout({ seconds: REDRAW_TIMEOUT_S })
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true });
    const encoded = format === "jpeg" ? drawn.jpeg({ quality: 85 }) : format === "png" ? drawn.png() : drawn.gif();
    return { bytes: await encoded.toBuffer(), mimetype: FORMATS[format].mimetype };
  } catch (error) {
    if (error instanceof StorageRefusal) throw error;
    throw notAPhoto();
  }
}

function notAPhoto(sentence = "This file is not a PNG, JPG or GIF picture."): StorageRefusal {
  return new StorageRefusal(415, "invalid_mime_type", "InvalidMimeType", sentence);
}

/** Keeps the photos of the embedded backend as files in `folder`/<bucket>/public. The caller vouches for their names. */
export function createProofStorage(storageFolder: string, bucket: string) {
  const folder = path.join(storageFolder, bucket, "public");

  return {
    folder,

    /** Throws {@link StorageRefusal} where the name is taken: of two uploads with one name the first stays. */
    async add(name: string, bytes: Buffer): Promise<void> {
      const file = path.join(folder, name);
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${file}.${randomBytes(4).toString("hex")}.part`;
      try {
        await fs.writeFile(draft, bytes, { mode: 0o600, flush: true });
        await fs.link(draft, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        throw new StorageRefusal(409, "Duplicate", "KeyAlreadyExists", "The resource already exists");
      } finally {
        await fs.rm(draft, { force: true });
      }
    },

    /** Null for a photo that is not there, or no longer whole. */
    async read(name: string): Promise<{ bytes: Buffer; mimetype: string } | null> {
      const bytes = await fs.readFile(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      return bytes && isWholePhoto(bytes, `${bucket}/public/${name}`) ? { bytes, mimetype: mimetypeOf(name) } : null;
    },

    /** With what was drawn from it. */
    async remove(name: string): Promise<void> {
      const file = path.join(folder, name);
      await fs.rm(file, { force: true });
      await fs.rm(thumbnailFile(file), { force: true });
    },
  };
}

function mimetypeOf(name: string): string {
  const extension = path.extname(name).slice(1);
  const format = Object.values(FORMATS).find(({ extensions }) => (extensions as readonly string[]).includes(extension));
  return format?.mimetype ?? "application/octet-stream";
}
