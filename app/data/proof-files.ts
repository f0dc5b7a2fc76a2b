import { withoutGifMetadata } from "./gif-metadata";
import { MAX_PROOF_FILE_BYTES, MIN_PROOF_SIDE, type PROOF_FILE_TYPES } from "~/domain/proof-file";

const LONGEST_SIDE = 2400;
const SMALLEST_LONGEST_SIDE = 600;
const JPEG_QUALITY = 0.9;

type ProofFileType = (typeof PROOF_FILE_TYPES)[number];

/** A photo is either cleaned, or one of the reasons why it cannot be used. */
export type CleanedPhoto = { photo: Blob } | { actualType: ProofFileType } | "unreadable" | "too-small";

/**
 * Copies a photo without anything but its pixels: no place, no device, no time, no comment. PNG and JPEG are drawn
 * anew (upright, at most 2400 pixels a side and within the upload limit); of a GIF the blocks that are no picture are
 * dropped, so that it still moves. Answers "unreadable" for what is no PNG, JPEG or GIF picture at all, "too-small" for one
 * that can show nothing, and the actual type of a picture of another of the three types than its name claims. Browser only.
 * (spec 5, files)
 */
export async function removeMetadata(file: File): Promise<CleanedPhoto> {
  const bytes = await readBytes(file);
  const type = bytes && pictureType(bytes);
  if (!bytes || !type) return "unreadable";
  if (type !== file.type) return { actualType: type };
  const photo = type === "image/gif" ? await cleanGif(bytes) : await redrawn(new Blob([bytes], { type }));
  if (photo === "too-small") return photo;
  return photo ? { photo } : "unreadable";
}

/** The type that the first bytes of a file tell, whatever its name says. Null when it is none of the three. (spec 9) */
export function pictureType(bytes: Uint8Array): ProofFileType | null {
  const startsWith = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (startsWith(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (startsWith(0x47, 0x49, 0x46, 0x38)) return "image/gif";
  return null;
}

/** Null when the device no longer gives the file, for example because it was moved. */
async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

async function cleanGif(bytes: Uint8Array): Promise<Blob | "too-small" | null> {
  const clean = withoutGifMetadata(bytes);
  if (!clean) return null;
  const photo = new Blob([clean], { type: "image/gif" });
  const picture = await decoded(photo);
  const isSmall = picture && isTooSmall(picture);
  picture?.close();
  if (isSmall) return "too-small";
  return picture && photo;
}

async function redrawn(original: Blob): Promise<Blob | "too-small" | null> {
  const picture = await decoded(original);
  if (!picture) return null;
  try {
    if (isTooSmall(picture)) return "too-small";
    // A photo saved as PNG can come out heavier than it went in, so it shrinks until it fits.
    for (let side = LONGEST_SIDE; side >= SMALLEST_LONGEST_SIDE; side *= 0.75) {
      const copy = await drawn(picture, side, original.type);
      if (copy && copy.size <= MAX_PROOF_FILE_BYTES) return copy;
    }
    return null;
  } catch {
    // The browser had no memory for the drawing.
    return null;
  } finally {
    picture.close();
  }
}

/** As it will be stored: a strip, made as narrow as photos are kept, is no higher than a line. */
function isTooSmall({ width, height }: ImageBitmap): boolean {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return Math.round(scale * Math.min(width, height)) < MIN_PROOF_SIDE;
}

async function decoded(photo: Blob): Promise<ImageBitmap | null> {
  try {
    // Phones store photos lying on their side with a note which way is up; the note goes, so the picture is turned.
    return await createImageBitmap(photo, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}

/** The picture drawn at most `longestSide` pixels wide and high. Null when the browser cannot. */
async function drawn(picture: ImageBitmap, longestSide: number, type: string): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));

  if (typeof OffscreenCanvas === "function") {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (!context) return null;
    draw(context, picture, width, height);
    return canvas.convertToBlob({ type, quality: JPEG_QUALITY });
  }
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return null;
  draw(context, picture, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
}

function draw(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  picture: ImageBitmap,
  width: number,
  height: number,
) {
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
}
