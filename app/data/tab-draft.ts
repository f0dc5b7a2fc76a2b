import { readStoredJson, writeStored } from "./browser-storage";

/** The drafts of this tab other than reviews. Session storage keeps each under its name. */
type TabDraft = "alert" | "grievance" | "waitlist" | `answer:${string}:${string}` | `follow-up:${string}`;

const key = (draft: TabDraft) => `gharsach-${draft}`;

/** Returns the typed texts by field name. They survive failures, reloads and log-ins. Empty if there are none. */
export function tabDraft(draft: TabDraft): Partial<Record<string, string>> {
  const stored = readStoredJson("sessionStorage", key(draft));
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === "string"));
}

/** Stores typed texts until the tab is closed; null removes them. If storage is full or forbidden, only the form has them. */
export function keepTabDraft(draft: TabDraft, fields: Record<string, string> | null): void {
  writeStored("sessionStorage", key(draft), fields && JSON.stringify(fields));
}
