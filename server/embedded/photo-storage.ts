import fs from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import sharp, { type OutputInfo } from "sharp";
import { MAX_PHOTO_BYTES, MAX_PHOTO_RATIO, MIN_PHOTO_SIDE, storedSize } from "../../app/domain/photo.ts";
import { unlessMissing, withDraft } from "./files.ts";
import { removePhotoFile } from "./proof-thumbnails.ts";
import { Refusal, retryAfter } from "./refusal.ts";

/** Must match BUCKET in app/data/photo-upload.ts and supabase/schemas/04_photos.sql. */
export const PROOF_BUCKET = "review-proofs";
/** The maximum ratio of stored to received bytes. Tiny photos may have SMALL_BYTES. */
const MAX_GROWTH = 1.5;
const SMALL_BYTES = 16 * 1024;
/** Pages shrink photos before the upload, so a picture with more pixels is a decompression bomb. */
const MAX_PIXELS = 50_000_000;
const TIMEOUT = { seconds: 10 };
sharp.concurrency(1);
// The cache would keep memory, and stale pixels of replaced files.
sharp.cache(false);

/** Encoding options: `smaller` is used if `best` gives too many bytes. */
const FORMATS = {
  png: {
    mimetype: "image/png",
    extensions: ["png"],
    best: { adaptiveFiltering: true },
    smaller: { palette: true, effort: 1 },
  },
  jpeg: { mimetype: "image/jpeg", extensions: ["jpg", "jpeg"], best: { quality: 85 }, smaller: { quality: 60 } },
  gif: { mimetype: "image/gif", extensions: ["gif"], best: { effort: 1 }, smaller: { effort: 1, colours: 64 } },
} as const;

/** An error in the format of the Storage API: mostly status 400, with the real status in the body. */
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
 * Decodes and re-encodes a picture: without metadata (place, device), trailing bytes or polyglot content, with at most the pixels of a screen
 * and hardly more bytes than received. Keeps the first frame of an animation. Throws {@link StorageRefusal} for other files.
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
    const size = storedSize({ width, height });
    if (typeof size === "string") throw new StorageRefusal(422, "invalid_request", "InvalidRequest", UNFIT[size]);
    // Width and height may be swapped until the picture is rotated.
    const side = Math.max(size.width, size.height);
    // Decodes to raw pixels, which drops the resolution (two numbers that the sender chooses).
    const { data, info } = await sharp(file, options)
      .rotate()
      .timeout(TIMEOUT)
      .resize({ width: side, height: side, fit: "inside" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const received = (await fs.stat(file)).size;
    const most = Math.min(MAX_PHOTO_BYTES, Math.max(SMALL_BYTES, MAX_GROWTH * received));
    return { bytes: await encoded(data, info, format, most), mimetype: FORMATS[format].mimetype };
  } catch (error) {
    if (error instanceof StorageRefusal) throw error;
    throw notAPhoto();
  }
}

/** Encodes at most `most` bytes: lowers the quality first, then the size. */
async function encoded(data: Buffer, raw: OutputInfo, format: keyof typeof FORMATS, most: number): Promise<Buffer> {
  const { best, smaller } = FORMATS[format];
  let bytes = await sharp(data, { raw }).timeout(TIMEOUT).toFormat(format, best).toBuffer();
  for (let scale = 1; bytes.length > most; scale *= Math.min(0.9, Math.sqrt(most / bytes.length))) {
    const width = Math.max(1, Math.round(scale * raw.width));
    bytes = await sharp(data, { raw }).timeout(TIMEOUT).resize({ width }).toFormat(format, smaller).toBuffer();
  }
  return bytes;
}

const UNFIT = {
  "too-small": `This photo is too small to serve as proof. Choose one of at least ${MIN_PHOTO_SIDE} by ${MIN_PHOTO_SIDE} pixels.`,
  "too-long": `This photo is too long and narrow to be read. Cut it into pieces, each at most ${MAX_PHOTO_RATIO} times as long as it is wide.`,
};

function notAPhoto(sentence = "This file is not a PNG, JPG or GIF picture."): StorageRefusal {
  return new StorageRefusal(415, "invalid_mime_type", "InvalidMimeType", sentence);
}

interface StoredFile {
  mimetype: string;
  size: number;
  /** Resolves to null if the photo was deleted. */
  open(): Promise<ReadableStream | null>;
}

/** Stores photos as files in `storageFolder`. The caller validates their names. */
export function createPhotoStorage(storageFolder: string) {
  const folder = path.join(storageFolder, PROOF_BUCKET, "public");

  async function besidePhoto<Result>(name: string, work: (file: string) => Promise<Result>): Promise<Result> {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    return withDraft(path.join(folder, name), work);
  }

  return {
    folder,

    besidePhoto,

    /** Stores a photo. Throws {@link StorageRefusal} if the name is taken. */
    async add(name: string, bytes: Buffer): Promise<void> {
      await besidePhoto(name, async (draft) => {
        await fs.writeFile(draft, bytes, { mode: 0o600, flush: true });
        await fs.link(draft, path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "EEXIST") throw error;
          throw new StorageRefusal(409, "Duplicate", "KeyAlreadyExists", "The resource already exists");
        });
      });
    },

    async find(name: string): Promise<StoredFile | null> {
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

    remove: (name: string) => removePhotoFile(path.join(folder, name)),
  };
}

function mimetypeOf(name: string): string {
  const extension = path.extname(name).slice(1);
  const format = Object.values(FORMATS).find(({ extensions }) => (extensions as readonly string[]).includes(extension));
  return format?.mimetype ?? "application/octet-stream";
}
