import { startOfDayInIndia } from "./dates.ts";

/** Media types a proof photo may have; must match the bucket in the migration of the proof storage. (spec 5) */
export const PHOTO_TYPES = ["image/png", "image/jpeg", "image/gif"] as const;

export type PhotoType = (typeof PHOTO_TYPES)[number];

/** A system that knows no type, or a wrong one ("image/jpg"), still shows the name. What a file is, its content tells. */
const PHOTO_ENDING = /\.(png|jpe?g|gif)$/i;

export const MAX_PHOTOS = 3;
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;
/** In pixels. A smaller photo proves nothing. */
export const MIN_PHOTO_SIDE = 200;
/** How many times the shorter side the longer one may be. */
export const MAX_PHOTO_RATIO = 20;
/** In pixels: more is on no screen. */
const MAX_SIDE = 2400;
/** In pixels. Narrower, the words of a long screenshot could not be read: it is stored longer than MAX_SIDE instead. */
const READABLE_SIDE = 600;

/** What the rules need to know of a browser's File. */
export interface PhotoFile {
  name: string;
  /** In bytes. */
  size: number;
  /** The media type, "" when the browser does not know it. */
  type: string;
}

export type PhotoFault = "already-selected" | "wrong-type" | "too-large" | "too-many";

/**
 * Checks newly chosen files against those already selected. Returns those to add and those rejected, each in the order
 * chosen. Rejected files do not count towards the limit. (spec 5)
 */
export function checkPhotos<F extends PhotoFile>(
  chosen: readonly F[],
  alreadySelected: readonly PhotoFile[],
): { accepted: F[]; rejected: { file: F; fault: PhotoFault }[] } {
  const accepted: F[] = [];
  const rejected: { file: F; fault: PhotoFault }[] = [];
  for (const file of chosen) {
    const fault = faultOf(file, [...alreadySelected, ...accepted]);
    if (fault) rejected.push({ file, fault });
    else accepted.push(file);
  }
  return { accepted, rejected };
}

function faultOf({ name, type, size }: PhotoFile, selected: readonly PhotoFile[]): PhotoFault | null {
  if (selected.some((file) => file.name === name)) return "already-selected";
  if (!PHOTO_TYPES.some((allowed) => allowed === type) && !PHOTO_ENDING.test(name)) return "wrong-type";
  if (size > MAX_PHOTO_BYTES) return "too-large";
  return selected.length >= MAX_PHOTOS ? "too-many" : null;
}

/**
 * Returns the size in pixels at which the browser and the embedded storage store a picture of this size, or why it cannot serve as
 * proof.
 */
export function storedSize({ width, height }: { width: number; height: number }) {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < MIN_PHOTO_SIDE) return "too-small";
  if (longer > MAX_PHOTO_RATIO * shorter) return "too-long";
  const scale = Math.min(1, Math.max(MAX_SIDE / longer, READABLE_SIDE / shorter));
  return { width: Math.round(scale * width), height: Math.round(scale * height) };
}

/**
 * The path of a photo in the bucket: "public/<timestamp>-<random>.<extension>". (spec 7) The timestamp is the start of
 * the day in India, in milliseconds: a photo tells no more about when its review was written than the review does.
 * `random` is 6 to 64 lower-case letters and digits; `extension` is png, jpg, jpeg or gif in any case, with or without its
 * dot. Must match private.is_photo_name in the database.
 */
export function photoObjectName({ extension, now, random }: { extension: string; now: Date; random: string }): string {
  return `public/${startOfDayInIndia(now)}-${random}.${extension.replace(/^\./, "").toLowerCase()}`;
}
