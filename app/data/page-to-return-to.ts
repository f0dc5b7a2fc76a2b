import { readStoredJson, writeStored } from "./browser-storage";
import { localPath } from "~/domain/local-path";

// In local storage, since the link of a confirmation e-mail opens another tab, in which the address knows nothing of it.
const STORAGE_KEY = "gharsach-return-to";
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const START = "/";

/** Remembers the page that a visitor who signs up first wanted to open; Home is not remembered. (spec 2, 10) */
export function rememberPage(path: string, now: Date): void {
  if (path === START) return;
  // Where it cannot be stored, the link of the e-mail leads Home, as on another device.
  writeStored("localStorage", STORAGE_KEY, JSON.stringify({ path, rememberedAt: now.getTime() }));
}

/** The remembered page, once and for a day, else Home. Always a path of this site. */
export function takeRememberedPage(now: Date): string {
  const { path, rememberedAt } = (readStoredJson("localStorage", STORAGE_KEY) ?? {}) as Record<string, unknown>;
  writeStored("localStorage", STORAGE_KEY, null);
  if (typeof path !== "string" || typeof rememberedAt !== "number") return START;
  return now.getTime() - rememberedAt <= MAX_AGE_MS ? localPath(path) : START;
}
