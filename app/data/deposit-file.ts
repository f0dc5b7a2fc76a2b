import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { removeMetadata } from "./photo-metadata";
import { readCompanion } from "./read-companion";
import { hexadecimal } from "./uuid";
import { newPhotoId } from "./deposit-store";
import { type Companion, type SheetPhoto, SHEETS } from "~/domain/deposit-companion";
import { isKeyOf } from "~/domain/enumerations";
import { MAX_SHEET_PHOTO_SIDE } from "~/domain/photo";

// A companion as one file, to keep it or to open it on another device: a ZIP of the texts, a readable sheet, the photos, and the SHA-256 of
// each. The page loads this module on demand.

const TEXTS = "companion.json";
const SHEET = "sheet.txt";
const SUMS = "SHA256SUMS.txt";
/** In bytes: hundreds of photos. A larger file would not fit the memory of a phone. */
const MAX_FILE = 100_000_000;
const PHOTO_NAME = /^photos\/(in|out)-([a-z0-9_-]{1,40})-(\d{4}-\d\d-\d\d)-[0-9a-f-]{1,60}\.(?:jpg|png)$/;

/** Returns the ZIP. `sheet` is the readable text of both sheets. */
export async function packCompanion(companion: Companion, photos: SheetPhoto[], sheet: string): Promise<Blob> {
  const files: Record<string, Uint8Array> = {
    [TEXTS]: strToU8(JSON.stringify(companion, null, 2)),
    [SHEET]: strToU8(sheet),
  };
  for (const { id, sheet: name, line, day, picture } of photos) {
    const ending = picture.type === "image/png" ? "png" : "jpg";
    files[`photos/${name}-${line}-${day}-${id}.${ending}`] = new Uint8Array(await picture.arrayBuffer());
  }
  // Photos are compressed already.
  const zip = zipSync({ ...files, [SUMS]: strToU8(await sumsOf(files)) }, { level: 0 });
  return new Blob([zip as Uint8Array<ArrayBuffer>], { type: "application/zip" });
}

export interface OpenedFile {
  companion: Companion;
  photos: SheetPhoto[];
  /** Whether it has every file that was packed, each with its SHA-256, and every photo could be drawn. */
  isUnchanged: boolean;
}

/** Reads a file of packCompanion. Returns null if it is no such file. Draws its photos again, as it does chosen ones. */
export async function unpackCompanion(file: Blob): Promise<OpenedFile | null> {
  if (file.size > MAX_FILE) return null;
  try {
    let total = 0;
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()), {
      filter: ({ name, size, originalSize, compression }) =>
        ([TEXTS, SHEET, SUMS].includes(name) || (PHOTO_NAME.test(name) && compression === 0)) &&
        (total += Math.max(size, originalSize)) <= MAX_FILE,
    });
    const texts = files[TEXTS];
    if (!texts) return null;
    const written = strFromU8(files[SUMS] ?? new Uint8Array());
    const { [SUMS]: _, ...packed } = files;
    let isUnchanged = (await sumsOf(packed)) === written;
    const photos: SheetPhoto[] = [];
    for (const [name, bytes] of Object.entries(packed)) {
      const [, sheet = "", line = "", day = ""] = PHOTO_NAME.exec(name) ?? [];
      if (!isKeyOf(SHEETS, sheet)) continue;
      const cleaned = await removeMetadata(new File([bytes as Uint8Array<ArrayBuffer>], name), MAX_SHEET_PHOTO_SIDE);
      if (typeof cleaned === "object") photos.push({ id: newPhotoId(), sheet, line, day, picture: cleaned.photo });
      else isUnchanged = false;
    }
    return { companion: readCompanion(JSON.parse(strFromU8(texts))), photos, isUnchanged };
  } catch {
    return null;
  }
}

/** Returns the SHA-256 of each file in the format of sha256sum, ordered by name. */
async function sumsOf(files: Record<string, Uint8Array>): Promise<string> {
  const names = Object.keys(files).toSorted();
  const lines = await Promise.all(
    names.map(async (name) => `${await sha256(files[name] ?? new Uint8Array())}  ${name}\n`),
  );
  return lines.join("");
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return hexadecimal(new Uint8Array(digest));
}
