import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { App } from "@supabase/lite";
import pLimit from "p-limit";
import sharp from "sharp";
import { thumbnailFile } from "./proof-thumbnails.ts";
import { isWholePhoto } from "./whole-photo.ts";

type StorageAdapter = NonNullable<App["_storageAdapter"]>;
type ObjectMetadata = Awaited<ReturnType<StorageAdapter["headObject"]>>;

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
export const CACHE_FOR_EVER = "public, max-age=31536000, immutable";

const FORMATS = {
  png: { mimetype: "image/png", extensions: ["png"] },
  jpeg: { mimetype: "image/jpeg", extensions: ["jpg", "jpeg"] },
  gif: { mimetype: "image/gif", extensions: ["gif"] },
} as const;

/** An upload that is refused. Its shape is what the Storage API answers with. */
export class UploadRefusedError extends Error {
  override name = "StorageError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Reads a picture, refuses what is none, and draws it anew: no metadata (place, device), no bytes after its end, no
 * second meaning as a web page. Throws {@link UploadRefusedError}.
 */
export async function redrawPhoto(upload: Buffer, objectName: string): Promise<{ bytes: Buffer; mimetype: string }> {
  if (redrawing.pendingCount >= MAX_WAITING_PHOTOS) {
    throw new UploadRefusedError(
      429,
      "too_many_requests",
      "Many photos are arriving just now. Please try again in a minute.",
    );
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
      throw new UploadRefusedError(415, "invalid_mime_type", `This file is not a ${extension.toUpperCase()} picture.`);
    }
    if (width < MIN_SIDE || (pageHeight ?? height) < MIN_SIDE) {
      throw new UploadRefusedError(
        422,
        "invalid_request",
        `This photo is too small to prove anything. Choose one of at least ${MIN_SIDE} by ${MIN_SIDE} pixels.`,
      );
    }
    const drawn = sharp(upload, options)
      .rotate()
      .timeout({ seconds: REDRAW_TIMEOUT_S })
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true });
    const encoded = format === "jpeg" ? drawn.jpeg({ quality: 85 }) : format === "png" ? drawn.png() : drawn.gif();
    return { bytes: await encoded.toBuffer(), mimetype: FORMATS[format].mimetype };
  } catch (error) {
    if (error instanceof UploadRefusedError) throw error;
    throw notAPhoto();
  }
}

function notAPhoto(): UploadRefusedError {
  return new UploadRefusedError(415, "invalid_mime_type", "This file is not a PNG, JPG or GIF picture.");
}

/** Keeps the photos of the embedded backend as files in `folder`/<bucket>/<object name>. */
export function createProofStorage(folder: string): StorageAdapter {
  function fileOf(bucket: string, key: string): string {
    const file = path.resolve(folder, bucket, key);
    if (!file.startsWith(path.join(path.resolve(folder), path.sep))) {
      throw new UploadRefusedError(400, "Invalid key", "This object name is not allowed.");
    }
    return file;
  }

  async function metadataOf(bucket: string, key: string): Promise<ObjectMetadata> {
    const stat = await fs.stat(fileOf(bucket, key)).catch(() => {
      throw new UploadRefusedError(404, "not_found", "Object not found");
    });
    return {
      cacheControl: CACHE_FOR_EVER,
      contentLength: stat.size,
      size: stat.size,
      mimetype: mimetypeOf(key),
      lastModified: stat.mtime,
      eTag: `"${stat.size.toString(36)}-${Math.trunc(stat.mtimeMs).toString(36)}"`,
    };
  }

  /** With what was drawn from it. */
  async function remove(bucket: string, key: string): Promise<void> {
    const file = fileOf(bucket, key);
    await fs.rm(file, { force: true });
    await fs.rm(thumbnailFile(file), { force: true });
  }

  return {
    driver: null,

    async uploadObject(bucket, key, _version, body) {
      const upload = await collect(body);
      const { bytes, mimetype } = await redrawPhoto(upload, key);
      const file = fileOf(bucket, key);
      await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const draft = `${file}.${randomBytes(4).toString("hex")}.part`;
      try {
        await fs.writeFile(draft, bytes, { mode: 0o600, flush: true });
        // A link fails where the name is taken: of two uploads with one name the first stays.
        await fs.link(draft, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") {
          throw new UploadRefusedError(409, "Duplicate", "The resource already exists");
        }
        throw error;
      } finally {
        await fs.rm(draft, { force: true });
      }
      const eTag = `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`;
      return { cacheControl: CACHE_FOR_EVER, contentLength: bytes.length, size: bytes.length, mimetype, eTag };
    },

    async getObject(bucket, key) {
      const metadata = await metadataOf(bucket, key);
      const body = await fs.readFile(fileOf(bucket, key));
      if (!isWholePhoto(body, `${bucket}/${key}`)) throw new UploadRefusedError(404, "not_found", "Object not found");
      return { metadata, httpStatusCode: 200, body };
    },

    headObject(bucket, key) {
      return metadataOf(bucket, key);
    },

    async deleteObject(bucket, key) {
      await remove(bucket, key);
    },

    async deleteObjects(bucket, keys) {
      for (const key of keys) await remove(bucket, key);
    },

    async copyObject(sourceBucket, source, _version, destinationBucket, destination) {
      const target = fileOf(destinationBucket, destination);
      await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await fs.copyFile(fileOf(sourceBucket, source), target, fs.constants.COPYFILE_EXCL);
      const { eTag, lastModified } = await metadataOf(destinationBucket, destination);
      return { httpStatusCode: 200, eTag, ...(lastModified ? { lastModified } : {}) };
    },

    async privateAssetUrl(bucket, key) {
      return `file://${fileOf(bucket, key)}`;
    },
  };
}

function mimetypeOf(key: string): string {
  const extension = path.extname(key).slice(1).toLowerCase();
  const format = Object.values(FORMATS).find(({ extensions }) => (extensions as readonly string[]).includes(extension));
  return format?.mimetype ?? "application/octet-stream";
}

async function collect(body: Parameters<StorageAdapter["uploadObject"]>[3]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const source = body instanceof Uint8Array ? [body] : Readable.fromWeb(body as NodeReadableStream);
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > MAX_PROOF_FILE_BYTES) {
      throw new UploadRefusedError(413, "Payload too large", "The photo is too large (max 5MB).");
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
