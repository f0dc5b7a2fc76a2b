import { readStored, writeStored } from "./browser-storage";
import { isUuid } from "./uuid";
import { isKeyOf, SEVERITIES } from "~/domain/enumerations";
import { moveInDate, moveInParts } from "~/domain/move-in";
import { MAX_PHOTOS } from "~/domain/photo";
import { readAnswers } from "~/domain/questions";
import { MAX_ISSUES, TEXTS } from "~/domain/review-fields";
import { emptySubmission, type IssueRow, type SubmissionForm } from "~/domain/submission";

/** Followed by the id of the review: drafts have separate keys, so that tabs do not overwrite one another. */
const KEY_PREFIX = "gharsach-review-draft:";
/** In session storage: which draft this tab shows, so that a reload restores it. */
const TAB_KEY = "gharsach-review-draft";
const VERSION = 1;
/** Beyond these the oldest is removed. */
const MAX_DRAFTS = 10;

/** A review being written, stored on this device until it is accepted. Its photos are in photo-draft.ts. */
export interface SubmissionDraft {
  /** The id that the review will have, which makes retries idempotent. */
  reviewId: string;
  /** On a shared phone no other account reads it. Null without an account. */
  ownerId: string | null;
  isAnonymous: boolean;
  /** How many are chosen, whether or not this device keeps them. */
  photoCount: number;
  form: SubmissionForm;
}

// Drafts that could not be stored, by key. They last as long as the page.
const unstored = new Map<string, string>();
const removalListeners = new Set<(reviewId: string) => void>();

/**
 * The draft of `ownerId` that this tab showed, else the latest on this device, or null. Invalid values are left out and
 * never throw. `blankIssue` is used when no issue row is valid, because the form always has one. (spec 2)
 */
export function readSubmissionDraft(ownerId: string | null, blankIssue: IssueRow): SubmissionDraft | null {
  const drafts = storedDrafts().filter((stored) => stored.ownerId === ownerId);
  const shown = readStored("sessionStorage", TAB_KEY);
  const found = drafts.find(({ reviewId }) => reviewId === shown) ?? drafts.at(-1);
  if (!found) return null;
  rememberShown(found.reviewId);
  return toDraft(found, blankIssue);
}

/** Stores the draft. Returns false when storage is full or disabled: the draft then lasts as long as the page. */
export function saveSubmissionDraft(draft: SubmissionDraft, now: Date): boolean {
  const key = KEY_PREFIX + draft.reviewId;
  const json = JSON.stringify({ version: VERSION, keptAt: now.getTime(), ...draft });
  const others = storedDrafts().filter(({ reviewId }) => reviewId !== draft.reviewId);
  for (const { reviewId } of others.slice(0, 1 - MAX_DRAFTS)) removeSubmissionDraft(reviewId);
  rememberShown(draft.reviewId);
  const isStored = writeStored("localStorage", key, json);
  if (isStored) unstored.delete(key);
  else unstored.set(key, json);
  return isStored;
}

/** Whether the draft of this review outlasts the page, as far as this page knows. */
export function isDraftStored(reviewId: string): boolean {
  return !unstored.has(KEY_PREFIX + reviewId);
}

/** Removes the draft of this review. */
export function removeSubmissionDraft(reviewId: string): void {
  const key = KEY_PREFIX + reviewId;
  unstored.delete(key);
  writeStored("localStorage", key, null);
  for (const listener of removalListeners) listener(reviewId);
}

/**
 * Reports changes that other tabs make to the owner's drafts: the draft as it is now, or null when it was published or
 * discarded, there or elsewhere on this page. Returns how to unsubscribe.
 */
export function watchSubmissionDrafts(
  ownerId: string | null,
  blankIssue: IssueRow,
  listener: (reviewId: string, draft: SubmissionDraft | null) => void,
): () => void {
  function onStorage({ key, newValue }: StorageEvent) {
    if (!key?.startsWith(KEY_PREFIX)) return;
    const stored = parsed(newValue);
    if (!stored) listener(key.slice(KEY_PREFIX.length), null);
    else if (stored.ownerId === ownerId) listener(stored.reviewId, toDraft(stored, blankIssue));
  }
  /** A page in the back/forward cache receives no storage events. */
  function onPageShow({ persisted }: PageTransitionEvent) {
    if (!persisted) return;
    for (const stored of storedDrafts()) {
      if (stored.ownerId === ownerId) listener(stored.reviewId, toDraft(stored, blankIssue));
    }
  }
  const onRemoval = (reviewId: string) => listener(reviewId, null);
  removalListeners.add(onRemoval);
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", onPageShow);
  return () => {
    removalListeners.delete(onRemoval);
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onPageShow);
  };
}

/** Where it cannot be stored, a reload shows the latest draft. */
function rememberShown(reviewId: string): void {
  writeStored("sessionStorage", TAB_KEY, reviewId);
}

interface StoredDraft {
  reviewId: string;
  ownerId: unknown;
  isAnonymous: unknown;
  photoCount: unknown;
  form: Record<string, unknown>;
  keptAt: number;
}

/** All valid drafts on this device, of any owner, the latest at the end. */
function storedDrafts(): StoredDraft[] {
  const kept = new Map(unstored);
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(KEY_PREFIX) && !kept.has(key)) kept.set(key, localStorage.getItem(key) ?? "");
    }
  } catch {
    // Storage is disabled: there are only the drafts of this page.
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
  const { reviewId, ownerId, isAnonymous, photoCount, form, keptAt } = stored;
  if (typeof reviewId !== "string" || !isUuid(reviewId) || !isRecord(form)) return null;
  return { reviewId, ownerId, isAnonymous, photoCount, form, keptAt: typeof keptAt === "number" ? keptAt : 0 };
}

function toDraft(stored: StoredDraft, blankIssue: IssueRow): SubmissionDraft {
  const { reviewId, ownerId, isAnonymous, photoCount, form } = stored;
  return {
    reviewId,
    ownerId: typeof ownerId === "string" ? ownerId : null,
    isAnonymous: isAnonymous === true,
    photoCount: typeof photoCount === "number" && photoCount > 0 ? Math.min(Math.trunc(photoCount), MAX_PHOTOS) : 0,
    form: readForm(form, blankIssue),
  };
}

function readForm(stored: Record<string, unknown>, blankIssue: IssueRow): SubmissionForm {
  const form = emptySubmission({ email: text(stored.email), issueId: blankIssue.id });
  for (const field of [...TEXTS, "otherCity"] as const) form[field] = text(stored[field]);
  const rating = Number(stored.rating);
  return {
    ...form,
    answers: isRecord(stored.answers) ? readAnswers(stored.answers) : {},
    moveInDate: moveInDate(moveInParts(text(stored.moveInDate))),
    rating: Number.isInteger(rating) && rating >= 0 && rating <= 5 ? rating : 0,
    issues: readIssues(stored.issues, blankIssue),
  };
}

/** At least one row, with unique ids. */
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
