import { MAX_PHOTO_BYTES, storedSize, type PhotoType } from "~/domain/photo";

const JPEG_QUALITY = 0.9;
/**
 * Types and scales of copies, tried in turn until one is within the upload limit: a PNG of a photo is several times as large as its JPEG.
 */
const COPIES: [PhotoType | null, number][] = [
  [null, 1],
  ["image/jpeg", 1],
  ["image/jpeg", 0.75],
  ["image/jpeg", 0.5],
  ["image/jpeg", 0.35],
];

/** A cleaned photo, or why it cannot be used. */
export type CleanedPhoto = { photo: Blob } | "unreadable" | "too-small" | "too-long";

/**
 * Strips all metadata (location, device, time, comments): re-encodes the picture upright, in the size of storedSize and within the
 * upload limit. Turns a GIF into a PNG of its first frame. Returns "unreadable" if the browser cannot decode the file as PNG, JPEG
 * or GIF, whatever its name and type, or cannot re-encode it. `maxSide` is in pixels. For the browser only. (spec 7)
 */
export async function removeMetadata(file: File, maxSide?: number): Promise<CleanedPhoto> {
  const bytes = await readBytes(file);
  const type = bytes && detectPhotoType(bytes);
  if (!bytes || !type) return "unreadable";
  return reencode(new Blob([bytes], { type }), maxSide);
}

/** Detects the type from the file signature, whatever the name says; null for other types. (spec 9) */
export function detectPhotoType(bytes: Uint8Array): PhotoType | null {
  const startsWith = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (startsWith(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (startsWith(0x47, 0x49, 0x46, 0x38)) return "image/gif";
  return null;
}

/** Returns null if the file can no longer be read, for example because it was moved. */
async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

async function reencode(original: Blob, maxSide?: number): Promise<CleanedPhoto> {
  const picture = await decode(original);
  if (!picture) return "unreadable";
  try {
    const size = storedSize(picture, maxSide);
    if (typeof size === "string") return size;
    const ownType = original.type === "image/jpeg" ? "image/jpeg" : "image/png";
    for (const [type, scale] of COPIES) {
      const [width, height] = [Math.round(scale * size.width), Math.round(scale * size.height)];
      const photo = await draw(picture, width, height, type ?? ownType);
      if (photo && photo.size <= MAX_PHOTO_BYTES) return { photo };
    }
    return "unreadable";
  } catch {
    // The canvas ran out of memory.
    return "unreadable";
  } finally {
    picture.close();
  }
}

async function decode(photo: Blob): Promise<ImageBitmap | null> {
  try {
    // Phones store the rotation as EXIF metadata, which is stripped, so the pixels have to be rotated.
    return await createImageBitmap(photo, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}

/** Re-encodes the picture in this size; null if the browser cannot. */
async function draw(picture: ImageBitmap, width: number, height: number, type: PhotoType): Promise<Blob | null> {
  const canvas =
    typeof OffscreenCanvas === "function"
      ? new OffscreenCanvas(width, height)
      : Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d") as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  if (type === "image/jpeg") {
    // Transparent pixels would be black in a JPEG.
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(picture, 0, 0, width, height);
  if ("convertToBlob" in canvas) return canvas.convertToBlob({ type, quality: JPEG_QUALITY });
  return new Promise((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
}
