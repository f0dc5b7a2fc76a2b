import type { SubmitOutcome } from "./submit-review";
import type { CleanedPhoto } from "~/data/photo-metadata";
import { loginPath } from "~/domain/local-path";
import { MAX_PHOTO_RATIO, MAX_PHOTOS, MIN_PHOTO_SIDE, type PhotoFault } from "~/domain/photo";
import { reviewPath } from "~/domain/review";
import { EARLIEST_MOVE_IN_DATE, MAX_ISSUES } from "~/domain/review-texts";
import type { FieldProblem, Problem, RequiredField } from "~/domain/submission-check";
import type { ToastMessage } from "~/ui/toast";

type OutcomeOf<Name extends SubmitOutcome["outcome"]> = Extract<SubmitOutcome, { outcome: Name }>;

const DEFAULT_FAILURE = "Could not save the review or upload files. Please try again.";

/** The toast at the end of each attempt. Durations are in milliseconds. (spec 4, 8, 9) */
const OUTCOME_TOASTS = {
  sent: ({ reviewId }) => ({
    title: "Review Submitted!",
    description: "Thank you for sharing your experience.",
    duration: 3000,
    action: { label: "View your review", to: reviewPath(reviewId) },
  }),
  "sent-earlier": ({ reviewId }) => ({
    title: "Review Submitted!",
    description: "We had received your earlier attempt. It is published as you sent it then.",
    duration: 5000,
    action: { label: "View your review", to: reviewPath(reviewId) },
  }),
  invalid: ({ problem }) => problemToast(problem),
  "session-expired": () => ({
    title: "Please log in again",
    description: "Your session has ended. What you wrote is kept on this device, with its photos if there is space.",
    duration: 7000,
    variant: "destructive",
    action: { label: "Log in", to: loginPath("/submit-review") },
  }),
  "upload-failed": ({ message }) => failureToast("Submission Failed", message || DEFAULT_FAILURE),
  "too-many-attempts": () => null,
  "save-failed": ({ message }) =>
    message
      ? failureToast("Submission Error", `Failed to save review: ${message}`)
      : failureToast("Submission Failed", DEFAULT_FAILURE),
} satisfies { [Name in SubmitOutcome["outcome"]]: (outcome: OutcomeOf<Name>) => ToastMessage | null };

/** Returns the toast of an outcome; null if the form itself shows the outcome. */
export function outcomeToast(outcome: SubmitOutcome): ToastMessage | null {
  const toastOf = OUTCOME_TOASTS[outcome.outcome] as (outcome: SubmitOutcome) => ToastMessage | null;
  return toastOf(outcome);
}

function failureToast(title: string, description: string): ToastMessage {
  return { title, description, duration: 5000, variant: "destructive" };
}

/** Returns the toast of a problem; null for rules without a specified toast, whose message is only beside the field. (spec 5, 8, 9) */
function problemToast({ rule, fields }: Problem): ToastMessage | null {
  const variant = "destructive";
  switch (rule) {
    case "required": {
      const names = fields.map(({ field }) => FIELD_NAMES[field as RequiredField]).join(", ");
      const description = `Please fill in required fields: ${names}.`;
      return { title: "Incomplete Form", description, duration: 4000, variant };
    }
    case "rating":
      return { title: "Rating Required", description: "Please select a star rating.", duration: 3000, variant };
    case "first-issue": {
      const description = "Please describe at least one issue, or enter 'Nil'.";
      return { title: "Issue Description Required", description, duration: 4000, variant };
    }
    default:
      return null;
  }
}

const FIELD_NAMES = {
  propertyName: "Property Name",
  locality: "Locality",
  city: "City",
  otherCity: "City",
  comment: "Review Text",
  email: "Email",
} satisfies Record<RequiredField, string>;

const MISSING = {
  propertyName: "Enter the property name.",
  locality: "Enter the locality.",
  city: "Choose a city.",
  otherCity: "Enter the name of the city.",
  comment: "Write your review.",
  email: "Enter your email address.",
  rating: "Please select a star rating.",
  issues: "At least one issue description is required (or enter 'Nil').",
} satisfies Record<Extract<FieldProblem, { code: "missing" }>["field"], string>;

const INVALID = {
  email: "Enter a valid email address.",
  moveInDate: "Choose both the month and the year, or neither.",
};

/** Returns the message beside a field. (spec 5) */
export function fieldMessage(problem: FieldProblem): string {
  switch (problem.code) {
    case "missing":
      return MISSING[problem.field];
    case "invalid":
      return INVALID[problem.field];
    case "not-own":
      return "Sign with the email of your account, or as Anonymous.";
    case "in-future":
      return "Move-in date cannot be after today.";
    case "too-early":
      return `Move-in date cannot be before ${EARLIEST_MOVE_IN_DATE.slice(0, 4)}.`;
    case "mixed-alphabets":
      return "Some letters of a word here are Greek or Cyrillic and only look like English ones. Type that word again.";
    case "address":
      return "A name cannot contain a web or email address. Type only the name.";
    case "long-number":
      return "A name cannot contain a phone number, a PIN code or another number of more than four digits. Leave it out.";
    case "too-many":
      return `Please list at most ${MAX_ISSUES} issues.`;
    case "too-long":
      return `Use at most ${problem.maxLength} characters; you have ${problem.length}.`;
    case "too-long-together":
      return `Use at most ${problem.maxLength} characters for all issues together; you have ${problem.length}.`;
  }
}

/** Returns a toast that stays until it is dismissed. (spec 4) */
export function uploadingToast(count: number): ToastMessage {
  return { title: "Uploading proof...", description: `Uploading ${count} file(s).`, duration: Infinity };
}

export function uploadedToast(count: number): ToastMessage {
  return { title: "Upload Complete", description: `${count} file(s) uploaded successfully.` };
}

export function photosToast(sentences: string[]): ToastMessage {
  return { title: "File Selection Error", description: sentences.join(" "), duration: 4000, variant: "destructive" };
}

/** These toasts stay until they are dismissed, because this tab may be in the background. Notices would move the form. */
export const OTHER_TAB_TOASTS = {
  begun: {
    title: "Draft from another tab",
    description: "This form continues the review that you started in another tab.",
    duration: Infinity,
  },
  ended: {
    title: "Review from another tab",
    description:
      "The review in this form was published or discarded in another tab. The form is ready for another home.",
    duration: Infinity,
  },
} satisfies Record<string, ToastMessage>;

export function discardedToast(undo: () => void): ToastMessage {
  return { title: "Draft discarded", action: { label: "Undo", onClick: undo } };
}

export interface RejectedPhoto {
  file: File;
  fault: PhotoFault | Extract<CleanedPhoto, string>;
}

const PHOTO_MESSAGES = {
  "already-selected": "is already selected.",
  "wrong-type": "is not a PNG, JPG or GIF image.",
  "too-large": "is too large (max 5MB).",
  unreadable: "cannot be read as a PNG, JPG or GIF picture.",
  "too-small": `is too small to serve as proof. Choose a photo of at least ${MIN_PHOTO_SIDE} by ${MIN_PHOTO_SIDE} pixels.`,
  "too-long": `is too long and narrow to be read. Cut it into pieces, each at most ${MAX_PHOTO_RATIO} times as long as it is wide.`,
} satisfies Record<Exclude<RejectedPhoto["fault"], "too-many">, string>;

/** Returns the messages about rejected photos, each message once. (spec 5, files) */
export function photoMessages(rejected: RejectedPhoto[]): string[] {
  return [...new Set(rejected.map(photoMessage))];
}

function photoMessage(photo: RejectedPhoto): string {
  const { name, type } = photo.file;
  if (photo.fault === "too-many") return `Cannot upload more than ${MAX_PHOTOS} files.`;
  const message = `${name} ${PHOTO_MESSAGES[photo.fault]}`;
  // Phones store photos as HEIC without telling their owner.
  const isHeic = /^image\/hei[cf]/.test(type) || /\.(heic|heif|hif)$/i.test(name);
  if (photo.fault !== "wrong-type" || !isHeic) return message;
  return `${message} Choose JPG in the camera settings, or take a screenshot of it.`;
}
