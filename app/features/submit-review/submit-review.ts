import { failureSentence, type NoResponse, noResponse } from "~/data/connection-lost";
import type { DraftPhoto } from "~/data/submission-draft";
import { visitorBackend } from "~/data/visitor-backend";
import type { StoredSubmission } from "~/domain/submission";
import type { TooMany } from "~/domain/too-many";
import { dayInIndia } from "~/domain/dates";
import { plainLine } from "~/domain/plain-text";
import { propertyKey } from "~/domain/group-reviews";
import { photoObjectName } from "~/domain/photo";
import { toReviewSubmission, type ReviewSubmission, type SubmissionForm } from "~/domain/submission";
import { checkSubmission, type Problem } from "~/domain/submission-check";

/** The reason at the end of a toast's sentence. (spec 8) */
const NO_RESPONSE = {
  "timed-out": "the server took too long to answer. Your review is kept; try again.",
  "connection-lost": "the connection was lost. Your review is kept; try again.",
} satisfies Record<NoResponse, string>;

/** Older uploads are repeated: private.own_proof_paths in the database accepts an upload for 50 minutes. */
const REUSE_UPLOAD_MS = 45 * 60_000;

export interface Attempt {
  form: SubmissionForm;
  photos: DraftPhoto[];
  /** Null on a site without accounts. */
  accountEmail: string | null;
  /** The review is sent with this id in each attempt, which makes retries idempotent. */
  reviewId: string;
  /** The photos uploaded so far. Each upload adds to it. */
  uploaded: Map<Blob, { path: string; at: Date }>;
  now: Date;
  newId: () => string;
}

/** "checked": the form is valid. `count` is the number of photos. */
export type Progress = { step: "checked" } | { step: "uploading" | "uploaded" | "upload-stopped"; count: number };

export type SubmitOutcome =
  | { outcome: "sent"; reviewId: string }
  /** An earlier attempt with another text had arrived after all, and readers see that text. */
  | { outcome: "sent-earlier"; reviewId: string }
  | { outcome: "invalid"; problem: Problem }
  | { outcome: "session-expired" }
  /** The message says when the account may publish again. */
  | { outcome: "too-many-attempts"; message: string }
  | ({ outcome: "upload-failed" | "save-failed" } & Failure);

export type FailedOutcome = Extract<SubmitOutcome, { outcome: "upload-failed" | "save-failed" | "too-many-attempts" }>;

interface Failure {
  /** The reason in words for the visitor. May be empty. */
  message: string;
  /** Null when there was a response. */
  noResponse: NoResponse | null;
}

/** Publishes the review: checks the form, uploads the photos, then inserts the review. */
export async function submitReview(attempt: Attempt, onProgress: (progress: Progress) => void): Promise<SubmitOutcome> {
  const { form, reviewId: id, accountEmail, now } = attempt;
  const problem = checkSubmission(form, { accountEmail, today: dayInIndia(now) });
  if (problem) return { outcome: "invalid", problem };
  onProgress({ step: "checked" });

  const refused = (await checkLimits(attempt)) ?? (await uploadPhotos(attempt, onProgress));
  if (refused) return refused;

  try {
    return await save(toReviewSubmission(form, { id, proofUrls: proofUrlsOf(attempt) }), attempt, onProgress);
  } catch (error) {
    return { outcome: "save-failed", ...failureOf(error) };
  }
}

/** Asks the database, before photos are sent, whether the author may publish now. Returns the refusal or failure, or null. */
async function checkLimits(attempt: Attempt): Promise<SubmitOutcome | null> {
  if (missingPhotos(attempt).length === 0) return null;
  try {
    const { checkReviewLimits } = await visitorBackend().actions();
    const result = await checkReviewLimits(toReviewSubmission(attempt.form, { id: attempt.reviewId, proofUrls: [] }));
    return result === "allowed" ? null : refusalOf(result);
  } catch (error) {
    return { outcome: "save-failed", ...failureOf(error) };
  }
}

function missingPhotos({ photos, uploaded, now }: Attempt): DraftPhoto[] {
  const oldest = now.getTime() - REUSE_UPLOAD_MS;
  return photos.filter(({ picture }) => (uploaded.get(picture)?.at.getTime() ?? 0) < oldest);
}

/** Uploads the photos that are not uploaded yet, in order. Returns the failure, or null. */
async function uploadPhotos(attempt: Attempt, onProgress: (progress: Progress) => void): Promise<SubmitOutcome | null> {
  const { uploaded, now, newId } = attempt;
  const missing = missingPhotos(attempt);
  const count = missing.length;
  if (count === 0) return null;

  onProgress({ step: "uploading", count });
  for (const { name, picture } of missing) {
    const objectName = photoObjectName({
      extension: extensionOf(name, picture.type),
      now,
      random: newId().slice(-12),
    });
    try {
      const { uploadPhoto } = await visitorBackend().actions();
      const result = await uploadPhoto(picture, objectName);
      if (result === "session-expired") {
        onProgress({ step: "upload-stopped", count });
        return { outcome: "session-expired" };
      }
      uploaded.set(picture, { path: result.path, at: now });
    } catch (error) {
      onProgress({ step: "upload-stopped", count });
      const failure = failureOf(error);
      return { ...failure, outcome: "upload-failed", message: `Failed to upload ${name}: ${failure.message}` };
    }
  }
  onProgress({ step: "uploaded", count });
  return null;
}

async function save(
  submission: ReviewSubmission,
  attempt: Attempt,
  onProgress: (progress: Progress) => void,
): Promise<SubmitOutcome> {
  const { insertReview, myStoredSubmission } = await visitorBackend().actions();
  const result = await insertReview(submission);
  if (result === "saved") return sent(submission.id);
  if (result !== "id-taken") return refusalOf(result);

  // Usually an earlier attempt arrived and its response was lost. If the draft is about another home now, it is a separate review.
  const stored = await myStoredSubmission(submission.id);
  if (stored && isSameHome(stored, submission)) {
    const isSameText = "hidden" in stored || plainLine(stored.comment) === plainLine(submission.comment);
    return { outcome: isSameText ? "sent" : "sent-earlier", reviewId: stored.id };
  }
  // Upload the photos again: those stored may belong to the earlier review, and a photo belongs to one review.
  attempt.uploaded.clear();
  const upload = await uploadPhotos(attempt, onProgress);
  if (upload) return upload;
  const id = attempt.newId();
  const secondResult = await insertReview(toReviewSubmission(attempt.form, { id, proofUrls: proofUrlsOf(attempt) }));
  if (secondResult === "id-taken") throw new Error("The review could not be given an id. Please try again.");
  return secondResult === "saved" ? sent(id) : refusalOf(secondResult);
}

/** Reads the id that the database derived from the sent one (private.own_review_id). If that fails, the link opens the list of reviews. */
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

/** Returns the extension of the media type, which the storage checks. Keeps "jpeg" if the file is named so. */
function extensionOf(name: string, type: string): string {
  return type === "image/jpeg" && !/\.jpeg$/i.test(name) ? "jpg" : type.replace("image/", "");
}

/** Replaces what browsers and services say about a lost connection, which is not worded for tenants. */
function failureOf(error: unknown): Failure {
  const reason = noResponse(error);
  if (reason) return { message: NO_RESPONSE[reason], noResponse: reason };
  if (error instanceof SyntaxError) return { message: failureSentence(error), noResponse: null };
  return { message: error instanceof Error ? error.message : "", noResponse: null };
}
