import { readStored, writeStored } from "./browser-storage";

/** What is written about one review, by the name under which session storage keeps it. */
type Draft = "answer" | "follow-up";

const key = (draft: Draft, reviewId: string) => `gharsach-${draft}:${reviewId}`;

/** What is being written in this tab: it outlives a reload and logging in. Empty when there is none. */
export function tabDraft(draft: Draft, reviewId: string): string {
  return readStored("sessionStorage", key(draft, reviewId)) ?? "";
}

/** Keeps what is written; an empty text removes it. Where storage is full or forbidden, it lasts as long as the form. */
export function keepTabDraft(draft: Draft, reviewId: string, text: string): void {
  writeStored("sessionStorage", key(draft, reviewId), text || null);
}
