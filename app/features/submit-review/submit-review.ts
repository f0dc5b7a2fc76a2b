import type { ProofPhoto } from "./choose-photos";
import { uploadProofFile } from "~/data/proof-files";
import { isConnectionLost } from "~/data/signed-in";
import { insertReview, myStoredSubmission, type StoredSubmission } from "~/data/submissions";
import { todayInIndia } from "~/domain/dates";
import { nameKey, plainLine } from "~/domain/plain-text";
import { proofObjectName } from "~/domain/proof-file";
import {
  checkSubmission,
  toReviewSubmission,
  type Problem,
  type ReviewSubmission,
  type SubmissionForm,
} from "~/domain/submission";

/** Ends the sentences of the toasts. (spec 8) */
const CONNECTION_LOST = "the connection was lost. Your review is kept; try again.";

export interface Attempt {
  form: SubmissionForm;
  photos: ProofPhoto[];
  isLoggedIn: boolean;
  /** The id that the review will have. The same draft keeps it from try to try. */
  reviewId: string;
  /** Where pictures went in earlier tries; filled in as they are uploaded. */
  uploaded: Map<Blob, string>;
  now: Date;
  newId: () => string;
}

/** What happens on the way: the form passed the checks; `count` photos are being sent, were sent, or were not. */
export type Progress = { step: "checked" } | { step: "uploading" | "uploaded" | "upload-stopped"; count: number };

export type SubmitOutcome =
  | { outcome: "sent"; reviewId: string }
  /** An earlier try had arrived after all, and what it said is what readers see. */
  | { outcome: "sent-earlier"; reviewId: string }
  | { outcome: "invalid"; problem: Problem }
  | { outcome: "session-expired" }
  | ({ outcome: "upload-failed" | "save-failed" } & Failure);

interface Failure {
  /** Why, in words for the visitor; may be empty. */
  message: string;
  isConnectionLost: boolean;
}

/** Publishes the review: first the checks, then the photos, then the review itself. */
export async function submitReview(attempt: Attempt, tell: (progress: Progress) => void): Promise<SubmitOutcome> {
  const { form, reviewId: id, isLoggedIn, now } = attempt;
  const problem = checkSubmission(form, { isLoggedIn, today: todayInIndia(now) });
  if (problem) return { outcome: "invalid", problem };
  tell({ step: "checked" });

  const upload = await uploadPhotos(attempt, tell);
  if (upload) return upload;

  const proofUrls = attempt.photos.flatMap((photo) => attempt.uploaded.get(photo.picture) ?? []);
  try {
    return await save(toReviewSubmission(form, { id, proofUrls }), attempt.newId);
  } catch (error) {
    return { outcome: "save-failed", ...failureOf(error) };
  }
}

/** Sends the photos that are not stored yet, in order. Answers what went wrong, or null. */
async function uploadPhotos(attempt: Attempt, tell: (progress: Progress) => void): Promise<SubmitOutcome | null> {
  const { uploaded, now, newId } = attempt;
  const waiting = attempt.photos.filter((photo) => !uploaded.has(photo.picture));
  const count = waiting.length;
  if (count === 0) return null;

  tell({ step: "uploading", count });
  for (const { name, picture } of waiting) {
    const objectName = proofObjectName({
      extension: extensionOf(name, picture.type),
      now: now.getTime(),
      random: newId().slice(-12),
    });
    try {
      const result = await uploadProofFile(picture, objectName);
      if (result === "session-expired") {
        tell({ step: "upload-stopped", count });
        return { outcome: "session-expired" };
      }
      uploaded.set(picture, result.path);
    } catch (error) {
      tell({ step: "upload-stopped", count });
      const failure = failureOf(error);
      return { ...failure, outcome: "upload-failed", message: `Failed to upload ${name}: ${failure.message}` };
    }
  }
  tell({ step: "uploaded", count });
  return null;
}

async function save(submission: ReviewSubmission, newId: () => string): Promise<SubmitOutcome> {
  const result = await insertReview(submission);
  if (result === "session-expired") return { outcome: "session-expired" };
  if (result === "saved") return { outcome: "sent", reviewId: submission.id };

  // The id is taken. Mostly an earlier try arrived and its answer got lost. When the draft has become the review of
  // another home since, or the id belongs to somebody else, this is a review of its own.
  const stored = await myStoredSubmission(submission.id);
  if (stored && isSameHome(stored, submission)) {
    const isSameText = stored === "hidden" || plainLine(stored.comment) === plainLine(submission.comment);
    return { outcome: isSameText ? "sent" : "sent-earlier", reviewId: submission.id };
  }
  const second = { ...submission, id: newId() };
  const secondResult = await insertReview(second);
  if (secondResult === "session-expired") return { outcome: "session-expired" };
  if (secondResult === "id-taken") throw new Error("The review could not be given an id. Please try again.");
  return { outcome: "sent", reviewId: second.id };
}

function isSameHome(stored: StoredSubmission, submission: ReviewSubmission): boolean {
  if (stored === "hidden") return true;
  return (["propertyName", "locality", "city"] as const).every(
    (key) => nameKey(stored[key]) === nameKey(submission[key]),
  );
}

/** The ending of the file as chosen; a file without one of ours gets the ending of its type. */
function extensionOf(name: string, type: string): string {
  const ending = /\.(png|jpe?g|gif)$/i.exec(name)?.[1];
  return ending ?? (type === "image/jpeg" ? "jpg" : type.replace("image/", ""));
}

/** Browsers and services each have their own words for a lost connection, none of them for a tenant. */
function failureOf(error: unknown): Failure {
  if (isConnectionLost(error)) return { message: CONNECTION_LOST, isConnectionLost: true };
  return { message: error instanceof Error ? error.message : "", isConnectionLost: false };
}
