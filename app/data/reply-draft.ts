const key = (reviewId: string) => `gharsach-answer:${reviewId}`;

/** A reply that is being written in this tab: it outlives a reload and logging in. Empty when there is none. */
export function replyDraft(reviewId: string): string {
  try {
    return sessionStorage.getItem(key(reviewId)) ?? "";
  } catch {
    return "";
  }
}

/** Keeps what is written; an empty text ends it. Where storage is full or forbidden, it lasts as long as the page. */
export function keepReplyDraft(reviewId: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(key(reviewId));
    else sessionStorage.setItem(key(reviewId), text);
  } catch {
    // The text is still in the form.
  }
}
