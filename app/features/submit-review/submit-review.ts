import type { ChosenPhoto } from "./choose-photos";
import { failureSentence, type NoResponse, noResponse } from "~/data/connection-lost";
import { visitorBackend } from "~/data/visitor-backend";
import type { StoredSubmission } from "~/domain/submission";
import type { TooMany } from "~/domain/too-many";
import { dayInIndia } from "~/domain/dates";
import { plainLine } from "~/domain/plain-text";
import { propertyKey } from "~/domain/group-reviews";
import { photoObjectName } from "~/domain/photo";
import { toReviewSubmission, type ReviewSubmission, type SubmissionForm } from "~/domain/submission";
import { checkSubmission, type Problem } from "~/domain/submission-check";

/** Ends the sentences of the toasts. (spec 8) */
const NO_RESPONSE = {
  "timed-out": "the server took too long to answer. Your review is kept; try again.",
  "connection-lost": "the connection was lost. Your review is kept; try again.",
} satisfies Record<NoResponse, string>;

/** A later attempt uploads a photo again: private.own_proof_paths in the database takes one for 50 minutes. */
const REUSE_UPLOAD_MS = 45 * 60_000;

export interface Attempt {
  form: SubmissionForm;
  photos: ChosenPhoto[];
  /** Null on a site without accounts. */
  accountEmail: string | null;
  /** The id that the review is sent with: the same in each attempt, which makes retries idempotent. */
  reviewId: string;
  /** The photos uploaded in earlier attempts; added to as more are uploaded. */
  uploaded: Map<Blob, { path: string; at: Date }>;
  now: Date;
  newId: () => string;
}

/** The form passed the checks; `count` photos are being uploaded, were uploaded, or were not. */
export type Progress = { step: "checked" } | { step: "uploading" | "uploaded" | "upload-stopped"; count: number };

export type SubmitOutcome =
  | { outcome: "sent"; reviewId: string }
  /** An earlier attempt had arrived after all, and is what readers see. */
  | { outcome: "sent-earlier"; reviewId: string }
  | { outcome: "invalid"; problem: Problem }
  | { outcome: "session-expired" }
  /** This account has published enough for now. The message says when it may go on. */
  | { outcome: "too-many-attempts"; message: string }
  | ({ outcome: "upload-failed" | "save-failed" } & Failure);

interface Failure {
  /** Why, worded for the visitor; may be empty. */
  message: string;
  /** Null when there was a response. */
  noResponse: NoResponse | null;
}

/** Publishes the review: first the checks, then the photos, then the review itself. */
export async function submitReview(attempt: Attempt, tell: (progress: Progress) => void): Promise<SubmitOutcome> {
  const { form, reviewId: id, accountEmail, now } = attempt;
  const problem = checkSubmission(form, { accountEmail, today: dayInIndia(now) });
  if (problem) return { outcome: "invalid", problem };
  tell({ step: "checked" });

  const refused = (await checkLimits(attempt)) ?? (await uploadPhotos(attempt, tell));
  if (refused) return refused;

  try {
    return await save(toReviewSubmission(form, { id, proofUrls: proofUrlsOf(attempt) }), attempt, tell);
  } catch (error) {
    return { outcome: "save-failed", ...failureOf(error) };
  }
}

/** Asks before photos are sent whether the author may publish now. Returns what went wrong, or null. */
async function checkLimits(attempt: Attempt): Promise<SubmitOutcome | null> {
  if (waitingPhotos(attempt).length === 0) return null;
  try {
    const { checkReviewLimits } = await visitorBackend().actions();
    const result = await checkReviewLimits(toReviewSubmission(attempt.form, { id: attempt.reviewId, proofUrls: [] }));
    return result === "allowed" ? null : refusalOf(result);
  } catch (error) {
    return { outcome: "save-failed", ...failureOf(error) };
  }
}

function waitingPhotos({ photos, uploaded, now }: Attempt): ChosenPhoto[] {
  const oldest = now.getTime() - REUSE_UPLOAD_MS;
  return photos.filter(({ picture }) => (uploaded.get(picture)?.at.getTime() ?? 0) < oldest);
}

/** Uploads the photos that are not stored yet, in order. Returns what went wrong, or null. */
async function uploadPhotos(attempt: Attempt, tell: (progress: Progress) => void): Promise<SubmitOutcome | null> {
  const { uploaded, now, newId } = attempt;
  const waiting = waitingPhotos(attempt);
  const count = waiting.length;
  if (count === 0) return null;

  tell({ step: "uploading", count });
  for (const { name, picture } of waiting) {
    const objectName = photoObjectName({
      extension: extensionOf(name, picture.type),
      now,
      random: newId().slice(-12),
    });
    try {
      const { uploadPhoto } = await visitorBackend().actions();
      const result = await uploadPhoto(picture, objectName);
      if (result === "session-expired") {
        tell({ step: "upload-stopped", count });
        return { outcome: "session-expired" };
      }
      uploaded.set(picture, { path: result.path, at: now });
    } catch (error) {
      tell({ step: "upload-stopped", count });
      const failure = failureOf(error);
      return { ...failure, outcome: "upload-failed", message: `Failed to upload ${name}: ${failure.message}` };
    }
  }
  tell({ step: "uploaded", count });
  return null;
}

async function save(
  submission: ReviewSubmission,
  attempt: Attempt,
  tell: (progress: Progress) => void,
): Promise<SubmitOutcome> {
  const { insertReview, myStoredSubmission } = await visitorBackend().actions();
  const result = await insertReview(submission);
  if (result === "saved") return sent(submission.id);
  if (result !== "id-taken") return refusalOf(result);

  // Mostly an earlier attempt arrived and its response was lost. If the draft is about another home by now, this is a separate review.
  const stored = await myStoredSubmission(submission.id);
  if (stored && isSameHome(stored, submission)) {
    const isSameText = "hidden" in stored || plainLine(stored.comment) === plainLine(submission.comment);
    return { outcome: isSameText ? "sent" : "sent-earlier", reviewId: stored.id };
  }
  // A stored photo may belong to the earlier review, and to no other: it is uploaded again.
  attempt.uploaded.clear();
  const upload = await uploadPhotos(attempt, tell);
  if (upload) return upload;
  const id = attempt.newId();
  const secondResult = await insertReview(toReviewSubmission(attempt.form, { id, proofUrls: proofUrlsOf(attempt) }));
  if (secondResult === "id-taken") throw new Error("The review could not be given an id. Please try again.");
  return secondResult === "saved" ? sent(id) : refusalOf(secondResult);
}

/** The database gives a review another id than it was sent with. Where it cannot be asked for now, the link leads to the list. */
async function sent(id: string): Promise<SubmitOutcome> {
  const { myStoredSubmission } = await visitorBackend().actions();
  try {
    return { outcome: "sent", reviewId: (await myStoredSubmission(id))?.id ?? id };
  } catch {
    return { outcome: "sent", reviewId: id };
  }
}

function refusalOf(result: "session-expired" | TooMany): SubmitOutcome {
  if (result === "session-expired") return { outcome: result };
  return { outcome: "too-many-attempts", message: result.sentence };
}

function proofUrlsOf({ photos, uploaded }: Attempt): string[] {
  return photos.flatMap((photo) => uploaded.get(photo.picture)?.path ?? []);
}

function isSameHome(stored: StoredSubmission, submission: ReviewSubmission): boolean {
  return "hidden" in stored || propertyKey(stored) === propertyKey(submission);
}

/** That of the picture's type, which the storage checks; "jpg" or "jpeg" as the file was named. */
function extensionOf(name: string, type: string): string {
  return type === "image/jpeg" && !/\.jpeg$/i.test(name) ? "jpg" : type.replace("image/", "");
}

/** Browsers and services each word a lost connection in their own way, none for a tenant. */
function failureOf(error: unknown): Failure {
  const reason = noResponse(error);
  if (reason) return { message: NO_RESPONSE[reason], noResponse: reason };
  if (error instanceof SyntaxError) return { message: failureSentence(error), noResponse: null };
  return { message: error instanceof Error ? error.message : "", noResponse: null };
}
