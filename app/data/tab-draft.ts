import { readStoredJson, writeStored } from "./browser-storage";

/** What is being written in this tab besides reviews. Session storage keeps each under its name. */
type TabDraft = "grievance" | "waitlist" | `answer:${string}` | `follow-up:${string}`;

const key = (draft: TabDraft) => `gharsach-${draft}`;

/** What was typed, by the names of the fields: it outlives failures, reloads and logging in. Empty when there is none. */
export function tabDraft(draft: TabDraft): Partial<Record<string, string>> {
  const stored = readStoredJson("sessionStorage", key(draft));
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === "string"));
}

/** Keeps what is typed until the tab is closed; null removes it. Where storage is full or forbidden, the form still has it. */
export function keepTabDraft(draft: TabDraft, fields: Record<string, string> | null): void {
  writeStored("sessionStorage", key(draft), fields && JSON.stringify(fields));
}
