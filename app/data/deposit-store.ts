import { isRecord, readStored, readStoredJson, writeStored } from "./browser-storage";
import { deviceDatabase } from "./device-database";
import type { Companion, SheetPhoto } from "~/domain/deposit-companion";
import { readCompanion } from "./read-companion";
import { newUuid } from "./uuid";
import type { ReviewStart } from "~/domain/deposit-review";

// The deposit companion keeps everything on this device: texts and photos in IndexedDB. If that is full, forbidden or does not open, local
// storage, which has separate room, keeps the texts. Nothing here sends a request.

const TEXTS_ID = "companion";
/** In local storage: the latest texts until the database has them, then STORED. */
const SPARE_KEY = "gharsach-deposit";
const STORED = "1";

/**
 * In local storage, because a link that confirms an email may open another tab. Must match the key in review-start.ts, which reads it.
 */
const REVIEW_START_KEY = "gharsach-review-start";

/** What this device keeps: the latest texts and the photos, oldest first. */
export interface StoredCompanion {
  companion: Companion | null;
  photos: SheetPhoto[];
}

interface TextsRecord {
  id: string;
  /** In ms since 1970. */
  changedAt: number;
  companion: unknown;
}

const database = deviceDatabase<"texts" | "photos", TextsRecord | SheetPhoto>(
  "gharsach-deposit",
  ["texts", "photos"],
  "id",
);

/**
 * Returns what this device keeps, without what is damaged. Rejects if the database cannot be read now, because what is typed then would
 * replace it, unless the browser forbids it. If nothing was ever stored in it, the last try returns what local storage has.
 */
export async function readStoredCompanion(isLastTry: boolean): Promise<StoredCompanion> {
  const ifUnreadable = isLastTry && readStored("localStorage", SPARE_KEY) !== STORED ? () => [] : emptyIfForbidden;
  const [texts, photos] = await Promise.all([
    database.readAll("texts").catch(ifUnreadable),
    database.readAll("photos").catch(ifUnreadable),
  ]);
  const [latest] = [...texts, readStoredJson("localStorage", SPARE_KEY)]
    .filter(isTextsRecord)
    .toSorted((one, other) => other.changedAt - one.changedAt);
  return { companion: latest ? readCompanion(latest.companion) : null, photos: photos.filter(isSheetPhoto) };
}

/** Stores the texts. Returns false if this device keeps them only until the page is closed. Never rejects. */
export async function saveCompanion(companion: Companion, now: Date): Promise<boolean> {
  const record: TextsRecord = { id: TEXTS_ID, changedAt: now.getTime(), companion };
  const spare = JSON.stringify(record);
  const isSpared = writeStored("localStorage", SPARE_KEY, spare);
  try {
    await database.put("texts", record);
    // Unless a later change waits for the database.
    if (!isSpared || readStored("localStorage", SPARE_KEY) === spare) writeStored("localStorage", SPARE_KEY, STORED);
    return true;
  } catch {
    return isSpared;
  }
}

let lastPhotoAt = 0;

/** Returns an id that is greater than those of earlier photos. */
export function newPhotoId(): string {
  lastPhotoAt = Math.max(Date.now(), lastPhotoAt + 1);
  return `${lastPhotoAt}-${newUuid()}`;
}

/** Stores a photo. Returns false if the device has no room for it. Never rejects. */
export async function saveSheetPhoto(photo: SheetPhoto): Promise<boolean> {
  return database.put("photos", photo).then(
    () => true,
    () => false,
  );
}

/** Never rejects. */
export async function removeSheetPhoto(id: string): Promise<void> {
  await database.remove("photos", id).catch(() => {});
}

/** Stores what the next review form on this device fills in. Returns whether that worked. (spec 12) */
export function keepReviewStart(start: ReviewStart, now: Date): boolean {
  return writeStored("localStorage", REVIEW_START_KEY, JSON.stringify({ ...start, keptAt: now.getTime() }));
}

/** Deletes everything on this device. Returns whether nothing is left. Never rejects. */
export async function deleteCompanion(): Promise<boolean> {
  for (const key of [SPARE_KEY, REVIEW_START_KEY]) writeStored("localStorage", key, null);
  return Promise.all([database.clear("texts"), database.clear("photos")])
    .catch(emptyIfForbidden)
    .then(
      () => true,
      () => false,
    );
}

/** Asks the browser to keep the storage of this site. */
export function keepOnDevice(): void {
  void navigator.storage?.persist?.().catch(() => {});
}

function emptyIfForbidden(error: unknown): unknown[] {
  // In Chromium a forbidden database fails with an unknown error. Forbidden local storage cannot even remove, a full one can.
  const isForbidden = !writeStored("localStorage", "gharsach-probe", null);
  if (isForbidden || (error instanceof DOMException && error.name === "SecurityError")) return [];
  throw error;
}

function isTextsRecord(record: unknown): record is TextsRecord {
  return isRecord(record) && typeof record.changedAt === "number";
}

function isSheetPhoto(record: unknown): record is SheetPhoto {
  return isRecord(record) && record.picture instanceof Blob;
}
