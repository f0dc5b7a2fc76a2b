import fs from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { unlessMissing, withDraft } from "./files.ts";
import { removePhotoFile } from "./proof-thumbnails.ts";
import { Refusal, retryAfter } from "./refusal.ts";

/** Of the photos that prove a stay. Must match BUCKET in app/data/photo-upload.ts and the migrations. */
export const PROOF_BUCKET = "review-proofs";
/** Must match MAX_PHOTO_BYTES in app/domain/photo.ts and the bucket's file_size_limit in the migrations. */
export const MAX_PROOF_FILE_BYTES = 5 * 1024 * 1024;
/** A picture of 5 MB that unpacks to more pixels than any phone's camera takes is an attack on memory. */
const MAX_PIXELS = 50_000_000;
const REENCODE_TIMEOUT_S = 10;
sharp.concurrency(1);
// libvips' cache would hold memory, and stale pixels where a file was replaced.
sharp.cache(false);
const MAX_SIDE = 2400;
/** Less shows nothing that proves a stay. Must match MIN_PHOTO_SIDE in app/domain/photo.ts. */
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
    const status = [404, 413, 429, 503].includes(statusCode) ? statusCode : 400;
    return Response.json(
      { statusCode: String(statusCode), error, message, code },
      { status, headers: retryAfter(seconds) },
    );
  }
}

/**
 * Decodes the picture in a file, refuses any other file, and re-encodes it: no metadata (place, device), no trailing bytes, no
 * second meaning as a web page, and no more pixels than a screen shows; of an animation, the first picture. Throws {@link StorageRefusal}.
 */
export async function reencodePhoto(file: string, objectName: string): Promise<{ bytes: Buffer; mimetype: string }> {
  const extension = path.extname(objectName).slice(1).toLowerCase();
  try {
    const options = { limitInputPixels: MAX_PIXELS, failOn: "error" } as const;
    const { format, width, height } = await sharp(file, options).metadata();
    if (format !== "png" && format !== "jpeg" && format !== "gif") throw notAPhoto();
    if (!(FORMATS[format].extensions as readonly string[]).includes(extension)) {
      throw notAPhoto(`This file is not a ${extension.toUpperCase()} picture.`);
    }
    if (width < MIN_SIDE || height < MIN_SIDE) {
      const sentence = `This photo is too small to serve as proof. Choose one of at least ${MIN_SIDE} by ${MIN_SIDE} pixels.`;
      throw new StorageRefusal(422, "invalid_request", "InvalidRequest", sentence);
    }
    const timeout = { seconds: REENCODE_TIMEOUT_S };
    // From raw pixels: otherwise the resolution, two numbers of the sender's choice, would be copied.
    const { data, info } = await sharp(file, options)
      .rotate()
      .timeout(timeout)
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const bytes = await sharp(data, { raw: info })
      .timeout(timeout)
      .toFormat(format, format === "jpeg" ? { quality: 85 } : {})
      .toBuffer();
    return { bytes, mimetype: FORMATS[format].mimetype };
  } catch (error) {
    if (error instanceof StorageRefusal) throw error;
    throw notAPhoto();
  }
}

function notAPhoto(sentence = "This file is not a PNG, JPG or GIF picture."): StorageRefusal {
  return new StorageRefusal(415, "invalid_mime_type", "InvalidMimeType", sentence);
}

/** What is sent of a photo. */
interface KeptPhoto {
  mimetype: string;
  size: number;
  /** The bytes, read from the disk as fast as they are taken. Null where the photo has gone in the meantime. */
  open(): Promise<ReadableStream | null>;
}

/** Keeps the photos of the embedded backend as files in `storageFolder`. The caller vouches for their names. */
export function createPhotoStorage(storageFolder: string) {
  const folder = path.join(storageFolder, PROOF_BUCKET, "public");

  /** Lets `work` have a file beside the photo; afterwards it is gone. */
  async function besidePhoto<Result>(name: string, work: (file: string) => Promise<Result>): Promise<Result> {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    return withDraft(path.join(folder, name), work);
  }

  return {
    folder,

    /** For the bytes of a photo while they arrive. */
    besidePhoto,

    /** Throws {@link StorageRefusal} where the name is taken: of two uploads with one name the first stays. */
    async add(name: string, bytes: Buffer): Promise<void> {
      await besidePhoto(name, async (draft) => {
        await fs.writeFile(draft, bytes, { mode: 0o600, flush: true });
        await fs.link(draft, path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "EEXIST") throw error;
          throw new StorageRefusal(409, "Duplicate", "KeyAlreadyExists", "The resource already exists");
        });
      });
    },

    /** Null for a photo that is not there. */
    async find(name: string): Promise<KeptPhoto | null> {
      const file = path.join(folder, name);
      const stat = await unlessMissing(fs.stat(file));
      if (!stat) return null;
      return {
        mimetype: mimetypeOf(name),
        size: stat.size,
        async open() {
          const handle = await unlessMissing(fs.open(file));
          return handle && (Readable.toWeb(handle.createReadStream()) as ReadableStream);
        },
      };
    },

    /** With its thumbnail. */
    remove: (name: string) => removePhotoFile(path.join(folder, name)),
  };
}

function mimetypeOf(name: string): string {
  const extension = path.extname(name).slice(1);
  const format = Object.values(FORMATS).find(({ extensions }) => (extensions as readonly string[]).includes(extension));
  return format?.mimetype ?? "application/octet-stream";
}
