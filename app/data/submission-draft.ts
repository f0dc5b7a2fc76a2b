import { isKeyOf, SEVERITIES } from "~/domain/enumerations";
import { CHOICES, MAX_ISSUES, TEXTS, YES_NO_QUESTIONS } from "~/domain/review-fields";
import { emptySubmission, mapChoices, type IssueRow, type SubmissionForm } from "~/domain/submission";

/** Followed by the id of the review: each draft has a place of its own, so that no tab writes over another's. */
const KEY_PREFIX = "gharsach-review-draft:";
/** In session storage: which draft this tab shows, so that a reload of one of several tabs shows its own again. */
const TAB_KEY = "gharsach-review-draft";
const VERSION = 1;
/** Nobody writes so many at a time; the oldest gives way. */
const MAX_DRAFTS = 10;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A review that is being written, as this device keeps it until it is accepted. Photos are not in it. */
export interface SubmissionDraft {
  /** The id that the review will have, so that sending it twice stores it once. */
  reviewId: string;
  /** Whose draft it is: on a shared phone nobody else gets to see it. Null without an account. */
  ownerId: string | null;
  isAnonymous: boolean;
  form: SubmissionForm;
}

// What the device had no room for, or may not store, by its key. It lasts as long as the page.
const unstored = new Map<string, string>();
const removalListeners = new Set<(reviewId: string) => void>();

/**
 * The draft of `ownerId` that this tab showed, else the one that this device kept last for them, or null. Whatever else lies under its key (another layout, junk, an
 * option that no longer exists) is left out and never throws. `blankIssue` stands in when no issue row is readable,
 * because the form never has fewer than one. (spec 2)
 */
export function readSubmissionDraft(ownerId: string | null, blankIssue: IssueRow): SubmissionDraft | null {
  const drafts = keptDrafts().filter((stored) => stored.ownerId === ownerId);
  const shown = shownInThisTab();
  const found = drafts.find(({ reviewId }) => reviewId === shown) ?? drafts.at(-1);
  if (!found) return null;
  rememberShown(found.reviewId);
  return toDraft(found, blankIssue);
}

/**
 * Keeps the draft on this device. Answers false when the device has no room or allows no storage: the draft then lasts
 * only as long as the page.
 */
export function saveSubmissionDraft(draft: SubmissionDraft, now: Date): boolean {
  const key = KEY_PREFIX + draft.reviewId;
  const json = JSON.stringify({ version: VERSION, keptAt: now.getTime(), ...draft });
  const others = keptDrafts().filter(({ reviewId }) => reviewId !== draft.reviewId);
  for (const { reviewId } of others.slice(0, 1 - MAX_DRAFTS)) removeSubmissionDraft(reviewId);
  rememberShown(draft.reviewId);
  try {
    localStorage.setItem(key, json);
    unstored.delete(key);
    return true;
  } catch {
    unstored.set(key, json);
    return false;
  }
}

/** Whether the draft of this review lasts longer than the page, as far as this page knows. */
export function isDraftStored(reviewId: string): boolean {
  return !unstored.has(KEY_PREFIX + reviewId);
}

/** Forgets the draft of this review. */
export function removeSubmissionDraft(reviewId: string): void {
  const key = KEY_PREFIX + reviewId;
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is no draft to forget.
  }
  for (const listener of removalListeners) listener(reviewId);
}

/**
 * Tells of changes to the owner's drafts that another tab made: the draft as it is now, or null when it was published or
 * thrown away there or elsewhere on this page. Returns how to stop.
 */
export function followSubmissionDrafts(
  ownerId: string | null,
  blankIssue: IssueRow,
  listener: (reviewId: string, draft: SubmissionDraft | null) => void,
): () => void {
  function follow({ key, newValue }: StorageEvent) {
    if (!key?.startsWith(KEY_PREFIX)) return;
    const stored = parsed(newValue);
    if (!stored) listener(key.slice(KEY_PREFIX.length), null);
    else if (stored.ownerId === ownerId) listener(stored.reviewId, toDraft(stored, blankIssue));
  }
  /** A page that the browser had put aside hears of nothing meanwhile. */
  function followReturn({ persisted }: PageTransitionEvent) {
    if (!persisted) return;
    for (const stored of keptDrafts()) {
      if (stored.ownerId === ownerId) listener(stored.reviewId, toDraft(stored, blankIssue));
    }
  }
  const followRemoval = (reviewId: string) => listener(reviewId, null);
  removalListeners.add(followRemoval);
  window.addEventListener("storage", follow);
  window.addEventListener("pageshow", followReturn);
  return () => {
    removalListeners.delete(followRemoval);
    window.removeEventListener("storage", follow);
    window.removeEventListener("pageshow", followReturn);
  };
}

function shownInThisTab(): string | null {
  try {
    return sessionStorage.getItem(TAB_KEY);
  } catch {
    return null;
  }
}

function rememberShown(reviewId: string): void {
  try {
    sessionStorage.setItem(TAB_KEY, reviewId);
  } catch {
    // Without it a reload shows the draft that was kept last.
  }
}

interface StoredDraft {
  reviewId: string;
  ownerId: unknown;
  isAnonymous: unknown;
  form: Record<string, unknown>;
  keptAt: number;
}

/** Every readable draft on this device, whoever it belongs to, the one kept last at the end. */
function keptDrafts(): StoredDraft[] {
  const kept = new Map(unstored);
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(KEY_PREFIX) && !kept.has(key)) kept.set(key, localStorage.getItem(key) ?? "");
    }
  } catch {
    // Storage is forbidden: there is only what this page remembers.
  }
  return [...kept]
    .flatMap(([key, json]) => {
      const stored = parsed(json);
      return stored && key === KEY_PREFIX + stored.reviewId ? [stored] : [];
    })
    .toSorted((a, b) => a.keptAt - b.keptAt);
}

function parsed(json: string | null): StoredDraft | null {
  let stored: unknown;
  try {
    stored = JSON.parse(json ?? "null");
  } catch {
    return null;
  }
  if (!isRecord(stored) || stored.version !== VERSION) return null;
  const { reviewId, ownerId, isAnonymous, form, keptAt } = stored;
  if (typeof reviewId !== "string" || !UUID.test(reviewId) || !isRecord(form)) return null;
  return { reviewId, ownerId, isAnonymous, form, keptAt: typeof keptAt === "number" ? keptAt : 0 };
}

function toDraft({ reviewId, ownerId, isAnonymous, form }: StoredDraft, blankIssue: IssueRow): SubmissionDraft {
  return {
    reviewId,
    ownerId: typeof ownerId === "string" ? ownerId : null,
    isAnonymous: isAnonymous === true,
    form: readForm(form, blankIssue),
  };
}

function readForm(stored: Record<string, unknown>, blankIssue: IssueRow): SubmissionForm {
  const form = emptySubmission({ email: text(stored.email), issueId: blankIssue.id });
  for (const field of [...TEXTS, "otherCity"] as const) form[field] = text(stored[field]);
  for (const field of YES_NO_QUESTIONS) form[field] = typeof stored[field] === "boolean" ? stored[field] : null;
  const rating = Number(stored.rating);
  return {
    ...form,
    ...mapChoices((field) => (isKeyOf(CHOICES[field], stored[field]) ? stored[field] : "")),
    moveInDate: DATE.test(text(stored.moveInDate)) ? text(stored.moveInDate) : "",
    rating: Number.isInteger(rating) && rating >= 0 && rating <= 5 ? rating : 0,
    issues: readIssues(stored.issues, blankIssue),
  };
}

/** At least one row, each with an id of its own. */
function readIssues(stored: unknown, blankIssue: IssueRow): IssueRow[] {
  const rows: IssueRow[] = [];
  for (const entry of Array.isArray(stored) ? stored : []) {
    if (!isRecord(entry) || typeof entry.id !== "string" || rows.length === MAX_ISSUES) continue;
    if (entry.id === "" || rows.some((row) => row.id === entry.id)) continue;
    const severity = isKeyOf(SEVERITIES, entry.severity) ? entry.severity : "";
    rows.push({ id: entry.id, description: text(entry.description), severity });
  }
  return rows.length > 0 ? rows : [blankIssue];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
