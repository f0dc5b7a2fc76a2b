import { isRecord, readStored, writeStored } from "./browser-storage";
import { openChannel } from "./device-database";
import { deleteRecord, putRecord, readRecords } from "./draft-database";
import { isUuid } from "./uuid";
import { isKeyOf, SEVERITIES } from "~/domain/enumerations";
import { moveInDate, moveInParts } from "~/domain/move-in";
import { MAX_PHOTOS } from "~/domain/photo";
import { readAnswers } from "~/domain/given-answers";
import { MAX_ISSUES, TEXTS } from "~/domain/review-texts";
import { emptySubmission, type IssueRow, type SubmissionForm } from "~/domain/submission";

/** In session storage: which draft this tab shows, so that a reload restores it. */
const TAB_KEY = "gharsach-review-draft";
/** In local storage: the account that last chose to show a name. On a shared device, the choice is not another account's. */
const SIGNING_KEY = "gharsach-signs-with";
const CHANNEL = "gharsach-drafts";
const MAX_DRAFTS = 10;
/** In ms. A rent agreement must not stay on a phone for long. */
const MAX_PHOTO_AGE = 7 * 24 * 60 * 60 * 1000;

/** A photo as chosen in the form: the name of its file, and its picture without metadata. */
export interface DraftPhoto {
  name: string;
  type: string;
  /** In bytes. `type` and `size` are those of the original file, because the upload rules limit them. */
  size: number;
  picture: Blob;
}

/** A review being written, stored on this device until it is published or discarded. */
export interface SubmissionDraft {
  /** The id that the review is sent with, which makes retries idempotent. */
  reviewId: string;
  /** Null without an account. The form shows the draft to no other account. */
  ownerId: string | null;
  /** In ms since 1970. If two tabs show the draft, the later change wins. */
  changedAt: number;
  isAnonymous: boolean;
  form: SubmissionForm;
  photos: DraftPhoto[];
  /** Larger than the number of photos if this device did not keep them. */
  photoCount: number;
}

/** How much of a draft outlasts the page. */
export type Kept = "all" | "text" | "nothing";

interface PhotoRecord {
  reviewId: string;
  ownerId: string | null;
  keptAt: number;
  photos: DraftPhoto[];
}

/** `draft` is null if it was published or discarded. */
type Listener = (reviewId: string, changedAt: number, draft: SubmissionDraft | null) => void;

/** The messages between tabs. A receiver reads the draft from the database. */
interface Message {
  reviewId: string;
  changedAt: number;
  isRemoved: boolean;
}

// By review id: drafts that are not stored yet, or do not fit on the device. They last as long as the page.
const unstored = new Map<string, { draft: SubmissionDraft; kept: Kept }>();
// By review id: photos are stored again only if they changed.
const photoWrites = new Map<string, { photos: DraftPhoto[]; write: Promise<unknown> }>();
const removalListeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;

/**
 * Returns the draft of `ownerId` that this tab showed, else the latest on this device, or null. Leaves out invalid values and never
 * rejects. `blankIssue` is used if no issue row is valid, because the form always has one. (spec 2)
 */
export async function readSubmissionDraft(
  ownerId: string | null,
  blankIssue: IssueRow,
  now: Date,
): Promise<SubmissionDraft | null> {
  const drafts = await readDrafts(ownerId, blankIssue, now);
  const shown = readStored("sessionStorage", TAB_KEY);
  return drafts.find(({ reviewId }) => reviewId === shown) ?? drafts.at(-1) ?? null;
}

/** Returns whether a new review of this account starts without a name: unless its author last chose one on this device. (spec 10) */
export function startsAnonymous(accountId: string): boolean {
  return readStored("localStorage", SIGNING_KEY) !== accountId;
}

export function rememberSigning(accountId: string, isAnonymous: boolean): void {
  writeStored("localStorage", SIGNING_KEY, isAnonymous ? null : accountId);
}

/** Returns how much of the draft of this review outlasts the page, as far as this page knows. */
export function keptOf(reviewId: string): Kept {
  return unstored.get(reviewId)?.kept ?? "all";
}

/** Stores the draft at once, and its photos if they changed. Returns how much of the draft outlasts the page. Never rejects. */
export async function saveSubmissionDraft(draft: SubmissionDraft, now: Date): Promise<Kept> {
  const { photos, ...record } = draft;
  const { reviewId, ownerId, changedAt } = record;
  const pending: { draft: SubmissionDraft; kept: Kept } = { draft, kept: "nothing" };
  unstored.set(reviewId, pending);
  writeStored("sessionStorage", TAB_KEY, reviewId);
  const [form, pictures] = await Promise.allSettled([
    putRecord("drafts", record),
    savePhotos({ reviewId, ownerId, keptAt: now.getTime(), photos }),
  ]);
  const keptText = pictures.status === "fulfilled" ? "all" : "text";
  pending.kept = form.status === "fulfilled" ? keptText : "nothing";
  // Keep the entry of a later call.
  if (pending.kept === "all" && unstored.get(reviewId) === pending) unstored.delete(reviewId);
  if (pending.kept !== "nothing") announce({ reviewId, changedAt, isRemoved: false });
  return pending.kept;
}

/** Stores photos that changed. Returns the pending or finished write of these photos. */
function savePhotos(record: PhotoRecord): Promise<unknown> {
  const { reviewId, photos } = record;
  const last = photoWrites.get(reviewId);
  if (last?.photos === photos) return last.write;
  const write = photos.length > 0 ? putRecord("photos", record) : deleteRecord("photos", reviewId);
  photoWrites.set(reviewId, { photos, write });
  // The next change tries again.
  write.catch(() => photoWrites.delete(reviewId));
  return write;
}

/** Removes the draft and its photos. Tabs that have changed it since this version keep it. */
export function removeSubmissionDraft({ reviewId, changedAt }: SubmissionDraft): void {
  forget(reviewId);
  for (const listener of removalListeners) listener(reviewId, changedAt, null);
  announce({ reviewId, changedAt, isRemoved: true });
}

function forget(reviewId: string): void {
  unstored.delete(reviewId);
  photoWrites.delete(reviewId);
  for (const store of ["drafts", "photos"] as const) deleteRecord(store, reviewId).catch(() => {});
}

/**
 * Reports changes by other tabs to the drafts of `ownerId`, and removals by other parts of this page. Returns a function that unsubscribes.
 */
export function watchSubmissionDrafts(ownerId: string | null, blankIssue: IssueRow, listener: Listener): () => void {
  async function report(isWanted: (reviewId: string) => boolean) {
    for (const draft of await readDrafts(ownerId, blankIssue, new Date()))
      if (isWanted(draft.reviewId)) listener(draft.reviewId, draft.changedAt, draft);
  }
  function onMessage({ data: { reviewId, changedAt, isRemoved } }: MessageEvent<Message>) {
    if (isRemoved) listener(reviewId, changedAt, null);
    else void report((id) => id === reviewId);
  }
  /** Reports all drafts after the page was in the back/forward cache, where it receives no messages. */
  function onPageShow({ persisted }: PageTransitionEvent) {
    if (persisted) void report(() => true);
  }
  channel ??= openChannel(CHANNEL);
  channel?.addEventListener("message", onMessage);
  removalListeners.add(listener);
  window.addEventListener("pageshow", onPageShow);
  return () => {
    channel?.removeEventListener("message", onMessage);
    removalListeners.delete(listener);
    window.removeEventListener("pageshow", onPageShow);
  };
}

function announce(message: Message): void {
  channel?.postMessage(message);
}

/**
 * Returns the drafts of this owner, the latest at the end. Removes the oldest drafts beyond MAX_DRAFTS, old photos, and photos of
 * other accounts.
 */
async function readDrafts(ownerId: string | null, blankIssue: IssueRow, now: Date): Promise<SubmissionDraft[]> {
  const drafts = new Map<string, SubmissionDraft>();
  // Without storage, only this page's drafts exist.
  const [texts, pictures] = await Promise.all([readRecords("drafts"), readRecords("photos")]).catch(() => [[], []]);
  const photos = new Map<unknown, DraftPhoto[]>();
  for (const record of pictures as PhotoRecord[]) {
    const isExpired = now.getTime() - record.keptAt > MAX_PHOTO_AGE;
    if (isExpired || record.ownerId !== ownerId) deleteRecord("photos", record.reviewId).catch(() => {});
    else photos.set(record.reviewId, record.photos);
  }
  for (const record of texts) {
    const draft = isRecord(record) ? toDraft(record, photos.get(record.reviewId) ?? [], blankIssue) : null;
    if (!draft) continue;
    drafts.set(draft.reviewId, draft);
    photoWrites.set(draft.reviewId, { photos: draft.photos, write: Promise.resolve() });
  }
  for (const [reviewId, { draft }] of unstored) {
    if (draft.changedAt >= (drafts.get(reviewId)?.changedAt ?? 0)) drafts.set(reviewId, draft);
  }
  const sorted = [...drafts.values()].toSorted((a, b) => a.changedAt - b.changedAt);
  for (const { reviewId } of sorted.splice(0, sorted.length - MAX_DRAFTS)) forget(reviewId);
  return sorted.filter((draft) => draft.ownerId === ownerId);
}

/** Returns null if the record is no draft. Leaves out invalid values. */
function toDraft(
  { reviewId, ownerId, changedAt, isAnonymous, photoCount, form }: Record<string, unknown>,
  photos: DraftPhoto[],
  blankIssue: IssueRow,
): SubmissionDraft | null {
  if (typeof reviewId !== "string" || !isUuid(reviewId) || !isRecord(form)) return null;
  const owner = typeof ownerId === "string" ? ownerId : null;
  return {
    reviewId,
    ownerId: owner,
    changedAt: typeof changedAt === "number" ? changedAt : 0,
    // Drafts of version 1.0.0 show the name although their author did not choose it.
    isAnonymous: isAnonymous === true || (owner !== null && startsAnonymous(owner)),
    form: readForm(form, blankIssue),
    photos,
    photoCount: typeof photoCount === "number" && photoCount > 0 ? Math.min(Math.trunc(photoCount), MAX_PHOTOS) : 0,
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

/** Returns at least one row, with unique ids. */
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
