import { startOfDayInIndia } from "./dates.ts";

/** The media types of proof photos. Must match the bucket in the database. (spec 5) */
export const PHOTO_TYPES = ["image/png", "image/jpeg", "image/gif"] as const;

export type PhotoType = (typeof PHOTO_TYPES)[number];

/** Some systems report no type or a wrong one ("image/jpg"), so a matching name is enough here. The server checks the content. */
const PHOTO_ENDING = /\.(png|jpe?g|gif)$/i;

export const MAX_PHOTOS = 3;
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;
/** In pixels. A smaller photo proves nothing. */
export const MIN_PHOTO_SIDE = 200;
/** The maximum ratio of the longer side to the shorter one. */
export const MAX_PHOTO_RATIO = 20;
/** In pixels: no screen shows more. */
const MAX_SIDE = 2400;
/** In pixels. Photos of a handover stay on a phone, and dozens have to fit there. */
export const MAX_SHEET_PHOTO_SIDE = 1280;
/**
 * In pixels. Scaling keeps at least this much of the shorter side, so that the text of a long screenshot stays legible; the longer
 * side may then exceed MAX_SIDE.
 */
const READABLE_SIDE = 600;

/** The part of a browser's File that the rules need. */
export interface PhotoFile {
  name: string;
  /** In bytes. */
  size: number;
  /** "" if the browser does not know it. */
  type: string;
}

export type PhotoFault = "already-selected" | "wrong-type" | "too-large" | "too-many";

/**
 * Checks new files against those already selected. Returns the accepted and the rejected ones in the order chosen. Rejected files do
 * not count towards the limit. (spec 5)
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

/** Returns the size in pixels at which a picture is stored, or why it cannot serve as proof. */
export function storedSize({ width, height }: { width: number; height: number }, maxSide = MAX_SIDE) {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < MIN_PHOTO_SIDE) return "too-small";
  if (longer > MAX_PHOTO_RATIO * shorter) return "too-long";
  const scale = Math.min(1, Math.max(maxSide / longer, READABLE_SIDE / shorter));
  return { width: Math.round(scale * width), height: Math.round(scale * height) };
}

/**
 * Returns the path of a photo in the bucket: "public/<timestamp>-<random>.<extension>". The timestamp is the start of the day in India,
 * so that a photo reveals no more about when its review was written than the review does. `random` is 6 to 64 lower-case letters and
 * digits; `extension` is png, jpg, jpeg or gif in any case, with or without its dot. Must match private.is_photo_name. (spec 7)
 */
export function photoObjectName({ extension, now, random }: { extension: string; now: Date; random: string }): string {
  return `public/${startOfDayInIndia(now)}-${random}.${extension.replace(/^\./, "").toLowerCase()}`;
}
