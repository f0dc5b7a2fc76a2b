import { useEffect, useSyncExternalStore } from "react";
import {
  deleteCompanion,
  keepOnDevice,
  newPhotoId,
  readStoredCompanion,
  removeSheetPhoto,
  saveCompanion,
  saveSheetPhoto,
  type StoredCompanion,
} from "~/data/deposit-store";
import { openChannel } from "~/data/device-database";
import { emptyCompanion } from "~/data/read-companion";
import { dayInIndia } from "~/domain/dates";
import type { Companion, LetterFields, SheetLine, SheetName, SheetPhoto } from "~/domain/deposit-companion";
import { MAX_SHEET_PHOTO_SIDE } from "~/domain/photo";
import { dismissToast, showToast, type ToastMessage } from "~/ui/toast";

interface CompanionState {
  companion: Companion;
  photos: SheetPhoto[];
  /** Whether the device has been read. Before that, nothing can be typed. */
  isRead: boolean;
  /** Whether the texts and all photos outlast the page. */
  isKept: boolean;
  /** YYYY-MM-DD; "" before the device has been read. */
  today: string;
}

// Outside React, so that notes which the device has no room for outlast a visit to another page of the site.
let state: CompanionState = { companion: emptyCompanion(), photos: [], isRead: false, isKept: true, today: "" };
const FIRST_STATE = state;
const unkeptPhotos = new Set<string>();
let areTextsKept = true;
let isWatching = false;
/** Counts deletions and opened files: photos that are still being read then are dropped, and removed ones cannot come back. */
let deletions = 0;
let channel: BroadcastChannel | null = null;
let notReadToastId = "";
const listeners = new Set<() => void>();

/** A notice beside the buttons stays; the tenant may be far above it. */
const NOT_KEPT: ToastMessage = {
  title: "This device does not keep what you enter",
  description: "Before you leave, share the letter or save everything as one file at the end of the page.",
  variant: "destructive",
  duration: 15_000,
};

const NOT_READ: ToastMessage = {
  title: "Your notes cannot be read yet",
  description: "This page keeps trying. If it takes long, close other tabs of this site and reload.",
  variant: "destructive",
  duration: Infinity,
};

/** Returns what this device keeps. On the server and during hydration it is empty. */
export function useCompanion(): CompanionState {
  const current = useSyncExternalStore(
    subscribe,
    () => state,
    () => FIRST_STATE,
  );
  useEffect(watch, []);
  return current;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(changes: Partial<CompanionState>): void {
  const isKept = areTextsKept && unkeptPhotos.size === 0;
  state = { ...state, ...changes, isKept, today: today() };
  // Also on other pages of the site.
  if (isKept) removeEventListener("beforeunload", warn);
  else addEventListener("beforeunload", warn);
  for (const notify of listeners) notify();
}

function warn(event: Event): void {
  event.preventDefault();
}

/** Reads the device, and reads it again after changes by other tabs. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  void read();
  channel = openChannel("gharsach-deposit");
  channel?.addEventListener("message", ({ data }) => (data === "deleted" ? empty() : void read()));
  // A page in the back/forward cache receives no messages.
  addEventListener("pageshow", ({ persisted }) => persisted && void read());
  // A tab is often open for days, and a letter has today's date.
  document.addEventListener("visibilitychange", () => set({}));
}

async function read(tries = 3): Promise<void> {
  const { companion: texts, photos: shown } = state;
  const stored = await readStoredCompanion(!state.isRead && tries === 1).catch(() => null);
  if (!stored) {
    if (!state.isRead && tries === 3) notReadToastId = showToast(NOT_READ);
    if (tries > 1 || !state.isRead) setTimeout(() => void read(Math.max(1, tries - 1)), 2000);
    return;
  }
  dismissToast(notReadToastId);
  const { companion, photos } = stored;
  // A change during the read is later than what was read.
  if (state.companion !== texts || state.photos !== shown) return read(tries);
  const unkept = state.photos.filter(({ id }) => unkeptPhotos.has(id));
  const latest = areTextsKept ? (companion ?? emptyCompanion()) : state.companion;
  set({ isRead: true, companion: latest, photos: inOrder([...photos, ...unkept]) });
}

/** Shows and stores the changed texts at once: a write that starts while the page unloads is lost. */
export function change(changes: Partial<Companion>): void {
  const companion = { ...state.companion, ...changes };
  set({ companion });
  void saveTexts(companion);
}

async function saveTexts(companion: Companion): Promise<void> {
  const isKept = await saveCompanion(companion, new Date());
  if (state.companion !== companion) return;
  if (areTextsKept && !isKept) showToast(NOT_KEPT);
  areTextsKept = isKept;
  set({});
  channel?.postMessage("changed");
}

export function changeFacts(changes: Partial<LetterFields>): void {
  change({ facts: { ...state.companion.facts, ...changes } });
}

/** Changes lines of a sheet by their keys. The first entry dates the sheet. */
export function changeLines(sheet: SheetName, keys: string[], changes: Partial<SheetLine>): void {
  const { day, lines } = state.companion.sheets[sheet];
  const changed = keys.map((key) => [key, { ...(lines[key] ?? { state: "", note: "" }), ...changes }] as const);
  changeSheet(sheet, { day: day || today(), lines: { ...lines, ...Object.fromEntries(changed) } });
}

export function changeSheet(sheet: SheetName, changes: Partial<Companion["sheets"][SheetName]>): void {
  const { sheets } = state.companion;
  change({ sheets: { ...sheets, [sheet]: { ...sheets[sheet], ...changes } } });
}

/** Adds a photo that was just taken, made smaller and without its metadata. Returns whether it can be used. */
export async function addPhoto(sheet: SheetName, line: string, file: File): Promise<boolean> {
  if (state.photos.length === 0) keepOnDevice();
  const { removeMetadata } = await import("~/data/photo-metadata");
  const started = deletions;
  const cleaned = await removeMetadata(file, MAX_SHEET_PHOTO_SIDE);
  if (typeof cleaned === "string") return false;
  if (deletions !== started) return true;
  await storePhoto({ id: newPhotoId(), sheet, line, day: dayOf(file), picture: cleaned.photo });
  changeLines(sheet, [line], {});
  return true;
}

async function storePhoto(photo: SheetPhoto): Promise<void> {
  set({ photos: inOrder([...state.photos, photo]) });
  await storeUnkept(photo);
}

/** Stores the photos that the device had no room for, and a new one. */
async function storeUnkept(added?: SheetPhoto): Promise<void> {
  for (const photo of state.photos.filter((each) => each === added || unkeptPhotos.has(each.id))) {
    const isShown = () => state.photos.includes(photo);
    if (!isShown()) continue;
    if (await saveSheetPhoto(photo)) unkeptPhotos.delete(photo.id);
    else if (isShown()) {
      if (unkeptPhotos.size === 0) showToast(NOT_KEPT);
      unkeptPhotos.add(photo.id);
    }
  }
  set({});
  channel?.postMessage("changed");
}

/** Removes a photo, which the tenant can bring back for a moment. */
export function removePhotoWithUndo(photo: SheetPhoto): void {
  const started = deletions;
  void removePhoto(photo);
  const undo = () => void (deletions === started && storePhoto(photo));
  showToast({ title: "Photo removed", action: { label: "Undo", onClick: undo } });
}

async function removePhoto({ id }: SheetPhoto): Promise<void> {
  unkeptPhotos.delete(id);
  set({ photos: state.photos.filter((photo) => photo.id !== id) });
  await removeSheetPhoto(id);
  await storeUnkept();
}

/** Replaces everything by an opened file. */
export async function replaceAll({ companion, photos }: StoredCompanion & { companion: Companion }): Promise<void> {
  deletions += 1;
  const started = deletions;
  // The old photos last: a crash in between loses nothing.
  const old = state.photos;
  set({ photos: [] });
  for (const photo of photos) {
    await storePhoto(photo);
    if (deletions !== started) return;
  }
  change(companion);
  for (const photo of old) await removePhoto(photo);
}

/** Deletes everything on this device. Returns whether nothing is left. */
export async function deleteAll(): Promise<boolean> {
  empty();
  const isDeleted = await deleteCompanion();
  channel?.postMessage("deleted");
  return isDeleted;
}

/** Returns whether nothing was typed or photographed. */
export function isCompanionEmpty(): boolean {
  return state.photos.length === 0 && JSON.stringify(state.companion) === JSON.stringify(emptyCompanion());
}

function empty(): void {
  deletions += 1;
  unkeptPhotos.clear();
  areTextsKept = true;
  set({ companion: emptyCompanion(), photos: [] });
}

function inOrder(photos: SheetPhoto[]): SheetPhoto[] {
  return photos.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns the day on which a file was written: for a photo of the camera today, for one of the gallery earlier. */
function dayOf({ lastModified }: File): string {
  return dayInIndia(new Date(Math.min(lastModified || Infinity, Date.now())));
}

function today(): string {
  return dayInIndia(new Date());
}
