import { expect, test } from "vitest";
import {
  fieldMessage,
  OTHER_TAB_TOASTS,
  outcomeToast,
  photoMessages,
  photosToast,
  uploadingToast,
} from "./submission-wording";
import type { SubmitOutcome } from "./submit-review";
import type { FieldProblem, Problem } from "~/domain/submission-check";

const NO_ISSUE: FieldProblem = { field: "issues", code: "missing", issueId: "i1" };

test.each<[Problem["rule"], FieldProblem, title: string, description: string, seconds: number]>([
  ["required", { field: "email", code: "missing" }, "Incomplete Form", "Please fill in required fields: Email.", 4],
  ["rating", { field: "rating", code: "missing" }, "Rating Required", "Please select a star rating.", 3],
  ["first-issue", NO_ISSUE, "Issue Description Required", "Please describe at least one issue, or enter 'Nil'.", 4],
])("shows the toast of %s", { tags: ["5.1", "5.8", "5.9", "8.10"] }, (rule, problem, title, description, seconds) => {
  expect(toastOf(rule, problem)).toEqual({ title, description, duration: seconds * 1_000, variant: "destructive" });
});

test.each<[Problem["rule"], FieldProblem, message: string]>([
  ["email", { field: "email", code: "not-own" }, "Sign with the email of your account, or as Anonymous."],
  ["length", { field: "comment", code: "too-long", length: 6, maxLength: 5 }, "Use at most 5 characters; you have 6."],
  ["move-in-date", { field: "moveInDate", code: "too-early" }, "Move-in date cannot be before 1950."],
])("shows the rule %s only beside the field", { tags: ["10.75"] }, (rule, problem, message) => {
  expect(toastOf(rule, problem)).toBeNull();
  expect(fieldMessage(problem)).toBe(message);
});

test("names each rejected photo once with its fault", { tags: ["5.13", "8.10"] }, () => {
  const file = (name: string, type = "image/png") => new File(["pixels"], name, { type });
  expect(
    photoMessages([
      { file: file("lease.pdf", "application/pdf"), fault: "wrong-type" },
      { file: file("IMG_1.HEIC", ""), fault: "wrong-type" },
      { file: file("big.png"), fault: "too-large" },
      { file: file("d.png"), fault: "too-many" },
      { file: file("e.png"), fault: "too-many" },
      { file: file("a.png"), fault: "already-selected" },
      { file: file("a.png"), fault: "already-selected" },
      { file: file("dot.png"), fault: "too-small" },
      { file: file("chat.png"), fault: "too-long" },
      { file: file("words.png"), fault: "unreadable" },
    ]),
  ).toEqual([
    "lease.pdf is not a PNG, JPG or GIF image.",
    "IMG_1.HEIC is not a PNG, JPG or GIF image. Choose JPG in the camera settings, or take a screenshot of it.",
    "big.png is too large (max 5MB).",
    "Cannot upload more than 3 files.",
    "a.png is already selected.",
    "dot.png is too small to serve as proof. Choose a photo of at least 200 by 200 pixels.",
    "chat.png is too long and narrow to be read. Cut it into pieces, each at most 20 times as long as it is wide.",
    "words.png cannot be read as a PNG, JPG or GIF picture.",
  ]);
  expect(photosToast(["One.", "Two."])).toMatchObject({
    ...{ title: "File Selection Error", description: "One. Two.", duration: 4_000 },
  });
});

const LATER = "Could not save the review or upload files. Please try again.";
const EARLIER = "We had received your earlier attempt. It is published as you sent it then.";
const ENDED = "Your session has ended. What you wrote is kept on this device, with its photos if there is space.";
const NOT_SAVED = { outcome: "save-failed", noResponse: null } as const;
const NOT_UPLOADED = { outcome: "upload-failed", noResponse: null } as const;

test.each<[SubmitOutcome, title: string, description: string, seconds: number, link?: string]>([
  [{ outcome: "sent-earlier", reviewId: "r1" }, "Review Submitted!", EARLIER, 5, "/reviews#review-r1"],
  [{ ...NOT_SAVED, message: "No answer." }, "Submission Error", "Failed to save review: No answer.", 5],
  [{ ...NOT_SAVED, message: "" }, "Submission Failed", LATER, 5],
  [{ ...NOT_UPLOADED, message: "Failed to upload a.png: 502" }, "Submission Failed", "Failed to upload a.png: 502", 5],
  [{ ...NOT_UPLOADED, message: "" }, "Submission Failed", LATER, 5],
  [{ outcome: "session-expired" }, "Please log in again", ENDED, 7, "/login?next=%2Fsubmit-review"],
])("shows %o as “%s” “%s” for %d s", { tags: ["4.17", "7.12"] }, (outcome, title, description, seconds, link) => {
  const toast = outcomeToast(outcome);
  expect(toast).toMatchObject({ title, description, duration: seconds * 1_000 });
  expect(toast?.action?.to).toBe(link);
});

test("thanks for a review for three seconds", { tags: ["4.16"] }, () => {
  expect(outcomeToast({ outcome: "sent", reviewId: "r1" })).toMatchObject({
    title: "Review Submitted!",
    duration: 3_000,
  });
});

test("shows no toast of a rate limit, which the form shows", () => {
  expect(outcomeToast({ outcome: "too-many-attempts", message: "Please wait." })).toBeNull();
});

test("keeps toasts of uploads and other tabs until they are dismissed", () => {
  const toasts = [uploadingToast(1), OTHER_TAB_TOASTS.begun, OTHER_TAB_TOASTS.ended];
  expect(toasts.map(({ duration }) => duration)).toEqual([Infinity, Infinity, Infinity]);
});

function toastOf(rule: Problem["rule"], field: FieldProblem) {
  return outcomeToast({ outcome: "invalid", problem: { rule, fields: [field], allFields: [field] } });
}
