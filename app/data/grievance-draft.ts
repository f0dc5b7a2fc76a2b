/** In session storage: the complaint that is being written in this tab. */
const KEY = "gharsach-complaint";

/** What was typed, by the names of the fields, and the secret that the complaint will have, so that it is filed once. */
export type GrievanceDraft = Record<string, string>;

/** The draft of this tab, or null. */
export function readGrievanceDraft(): GrievanceDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    return Object.fromEntries(
      Object.entries(stored).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
  } catch {
    return null;
  }
}

/** Keeps a draft until the tab is closed; where storage is full or forbidden, the form still has it. */
export function saveGrievanceDraft(draft: GrievanceDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // The form keeps what was typed for as long as the page is open.
  }
}

export function removeGrievanceDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There was none.
  }
}
