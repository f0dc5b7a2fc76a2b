import { readStoredJson, writeStored } from "./browser-storage";
import { localPath } from "~/domain/local-path";

// In local storage: the link of a confirmation email opens another tab.
const STORAGE_KEY = "gharsach-return-to";
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const START = "/";

/** Stores the page that a visitor wanted to open before signing up. Home is not stored. (spec 2, 10) */
export function rememberPage(path: string, now: Date): void {
  if (path === START) return;
  // If it cannot be stored, the link of the email opens Home, as on another device.
  writeStored("localStorage", STORAGE_KEY, JSON.stringify({ path, rememberedAt: now.getTime() }));
}

/** Returns the stored page, once and within a day, else Home. Always a path of this site. */
export function takeRememberedPage(now: Date): string {
  const { path, rememberedAt } = (readStoredJson("localStorage", STORAGE_KEY) ?? {}) as Record<string, unknown>;
  writeStored("localStorage", STORAGE_KEY, null);
  if (typeof path !== "string" || typeof rememberedAt !== "number") return START;
  return now.getTime() - rememberedAt <= MAX_AGE_MS ? localPath(path) : START;
}
