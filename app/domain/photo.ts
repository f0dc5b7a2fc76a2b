import { startOfDayInIndia } from "./dates";

/** Media types a proof photo may have; must match the bucket in the migration of the proof storage. (spec 5) */
export const PHOTO_TYPES = ["image/png", "image/jpeg", "image/gif"] as const;

export const MAX_PHOTOS = 3;
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;
/** Pixels. A smaller picture shows nothing that proves a stay; must match MIN_SIDE in server/embedded/proof-storage.ts. */
export const MIN_PHOTO_SIDE = 200;

/** What the rules need to know of a browser's File. */
export interface PhotoFile {
  name: string;
  /** In bytes. */
  size: number;
  /** The media type, "" when the browser does not know it. */
  type: string;
}

/**
 * Checks newly chosen files against those already selected. Answers those to add, in the order chosen, and one
 * message per fault for the 'File Selection Error' toast. Files with a fault take no place. (spec 5)
 */
export function checkPhotos<F extends PhotoFile>(
  chosen: readonly F[],
  alreadySelected: readonly PhotoFile[],
): { accepted: F[]; messages: string[] } {
  const accepted: F[] = [];
  const messages = new Set<string>();
  const names = new Set(alreadySelected.map((file) => file.name));
  for (const file of chosen) {
    if (names.has(file.name)) messages.add(`${file.name} is already selected.`);
    else if (!isPhotoType(file.type)) messages.add(`${file.name} is not a PNG, JPG or GIF image.`);
    else if (file.size > MAX_PHOTO_BYTES) messages.add(`${file.name} is too large (max 5MB).`);
    else if (alreadySelected.length + accepted.length >= MAX_PHOTOS) messages.add("Cannot upload more than 3 files.");
    else {
      names.add(file.name);
      accepted.push(file);
    }
  }
  return { accepted, messages: [...messages] };
}

/**
 * The path of a proof file in the bucket: "public/<timestamp>-<random>.<extension>". (spec 7) The timestamp is the start of
 * the day in India, in milliseconds: a photo tells no more about when its review was written than the review does.
 * `random` is 6 to 64 lower-case letters and digits; `extension` is png, jpg, jpeg or gif in any case, with or without its
 * dot. Must match private.is_photo_name in the database.
 */
export function photoObjectName({ extension, now, random }: { extension: string; now: Date; random: string }): string {
  return `public/${startOfDayInIndia(now)}-${random}.${extension.replace(/^\./, "").toLowerCase()}`;
}

function isPhotoType(type: string): boolean {
  return PHOTO_TYPES.some((allowed) => allowed === type);
}
