import { readStoredJson, writeStored } from "./browser-storage";

/** In session storage: the complaint that is being written in this tab. */
const KEY = "gharsach-complaint";

/** What was typed, by the names of the fields, the secret that files it once, and the page that the link to the form named. */
export type GrievanceDraft = Record<string, string>;

/** The draft of this tab, or null. */
export function readGrievanceDraft(): GrievanceDraft | null {
  const stored = readStoredJson("sessionStorage", KEY);
  if (typeof stored !== "object" || stored === null) return null;
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Keeps a draft until the tab is closed; null removes it. Where storage is full or forbidden, the form still has it. */
export function saveGrievanceDraft(draft: GrievanceDraft | null): void {
  writeStored("sessionStorage", KEY, draft && JSON.stringify(draft));
}
