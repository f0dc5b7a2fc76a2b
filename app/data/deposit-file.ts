import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { removeMetadata } from "./photo-metadata";
import { readCompanion } from "./read-companion";
import { newUuid } from "./uuid";
import { type Companion, type SheetPhoto, SHEETS } from "~/domain/deposit-companion";
import { isKeyOf } from "~/domain/enumerations";
import { MAX_SHEET_PHOTO_SIDE } from "~/domain/photo";

// A companion as one file, to keep it or to open it on another device: a ZIP of the texts, a readable sheet, the photos, and the SHA-256 of
// each. The page loads this module on demand.

const TEXTS = "companion.json";
const SUMS = "SHA256SUMS.txt";
/** In bytes: about 200 photos. A larger file would not fit the memory of a phone. */
const MAX_FILE = 100_000_000;
const PHOTO_NAME = /^photos\/(in|out)-([a-z0-9-]{1,40})-(\d{4}-\d\d-\d\d)-[0-9a-f-]{1,36}\.jpg$/;

/** Returns the ZIP. `sheet` is the readable text of both sheets. */
export async function packCompanion(companion: Companion, photos: SheetPhoto[], sheet: string): Promise<Blob> {
  const files: Record<string, Uint8Array> = {
    [TEXTS]: strToU8(JSON.stringify(companion, null, 2)),
    "sheet.txt": strToU8(sheet),
  };
  for (const { id, sheet: name, line, day, picture } of photos)
    files[`photos/${name}-${line}-${day}-${id}.jpg`] = new Uint8Array(await picture.arrayBuffer());
  const sums = await Promise.all(
    Object.entries(files).map(async ([name, bytes]) => `${await sha256(bytes)}  ${name}\n`),
  );
  // Photos are compressed already.
  const zip = zipSync({ ...files, [SUMS]: strToU8(sums.join("")) }, { level: 0 });
  return new Blob([zip as Uint8Array<ArrayBuffer>], { type: "application/zip" });
}

export interface OpenedFile {
  companion: Companion;
  photos: SheetPhoto[];
  /** Whether each file has the SHA-256 that was written with it. */
  isUnchanged: boolean;
}

/** Reads a file of packCompanion. Returns null if it is no such file. Draws its photos again, as it does chosen ones. */
export async function unpackCompanion(file: Blob): Promise<OpenedFile | null> {
  if (file.size > MAX_FILE) return null;
  try {
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()), {
      filter: ({ name, originalSize }) =>
        originalSize <= MAX_FILE && (name === TEXTS || name === SUMS || PHOTO_NAME.test(name)),
    });
    const texts = files[TEXTS];
    if (!texts) return null;
    const sums = strFromU8(files[SUMS] ?? new Uint8Array());
    const photos: SheetPhoto[] = [];
    let isUnchanged = true;
    for (const [name, bytes] of Object.entries(files)) {
      if (name !== SUMS) isUnchanged &&= sums.includes(`${await sha256(bytes)}  ${name}\n`);
      const [, sheet = "", line = "", day = ""] = PHOTO_NAME.exec(name) ?? [];
      if (!isKeyOf(SHEETS, sheet)) continue;
      const cleaned = await removeMetadata(new File([bytes as Uint8Array<ArrayBuffer>], name), MAX_SHEET_PHOTO_SIDE);
      if (typeof cleaned === "object") photos.push({ id: newUuid(), sheet, line, day, picture: cleaned.photo });
    }
    return { companion: readCompanion(JSON.parse(strFromU8(texts))), photos, isUnchanged };
  } catch {
    return null;
  }
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
