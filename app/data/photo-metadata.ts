import { MAX_PHOTO_BYTES, MIN_PHOTO_SIDE, type PhotoType } from "~/domain/photo";

const LONGEST_SIDE = 2400;
const SMALLEST_LONGEST_SIDE = 600;
const JPEG_QUALITY = 0.9;

/** A photo is either cleaned, or one of the reasons why it cannot be used. */
export type CleanedPhoto = { photo: Blob } | "unreadable" | "too-small";

/**
 * Strips all metadata (location, device, time, comments): the picture is re-encoded upright, at most 2400 pixels a side and
 * within the upload limit. A GIF becomes a PNG of its first frame. Returns "unreadable" when the file does not decode as PNG,
 * JPEG or GIF, whatever name and type it has, and "too-small" below MIN_PHOTO_SIDE. Browser only. (spec 7)
 */
export async function removeMetadata(file: File): Promise<CleanedPhoto> {
  const bytes = await readBytes(file);
  const type = bytes && detectPhotoType(bytes);
  if (!bytes || !type) return "unreadable";
  const photo = await reencode(new Blob([bytes], { type }));
  if (photo === "too-small") return photo;
  return photo ? { photo } : "unreadable";
}

/** Detects the type from the file signature, whatever the file name says; null for any other type. (spec 9) */
export function detectPhotoType(bytes: Uint8Array): PhotoType | null {
  const startsWith = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (startsWith(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (startsWith(0x47, 0x49, 0x46, 0x38)) return "image/gif";
  return null;
}

/** Null when the file can no longer be read, for example because it was moved. */
async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

async function reencode(original: Blob): Promise<Blob | "too-small" | null> {
  const picture = await decode(original);
  if (!picture) return null;
  try {
    if (isTooSmall(picture)) return "too-small";
    // Re-encoding as PNG can enlarge a file, so it is scaled down until it fits.
    for (let side = LONGEST_SIDE; side >= SMALLEST_LONGEST_SIDE; side *= 0.75) {
      const copy = await draw(picture, side, original.type === "image/jpeg" ? "image/jpeg" : "image/png");
      if (copy && copy.size <= MAX_PHOTO_BYTES) return copy;
    }
    return null;
  } catch {
    // The browser ran out of memory for the canvas.
    return null;
  } finally {
    picture.close();
  }
}

/** Judged at the size it is stored in: a long strip would be scaled down to a line. */
function isTooSmall({ width, height }: ImageBitmap): boolean {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return Math.round(scale * Math.min(width, height)) < MIN_PHOTO_SIDE;
}

async function decode(photo: Blob): Promise<ImageBitmap | null> {
  try {
    // Phones store the rotation as EXIF metadata, which is stripped: the pixels have to be rotated.
    return await createImageBitmap(photo, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}

/** Re-encodes the picture at most `longestSide` pixels wide and high; null when the browser cannot. */
async function draw(picture: ImageBitmap, longestSide: number, type: string): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas =
    typeof OffscreenCanvas === "function"
      ? new OffscreenCanvas(width, height)
      : Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d") as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  if ("convertToBlob" in canvas) return canvas.convertToBlob({ type, quality: JPEG_QUALITY });
  return new Promise((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
}
