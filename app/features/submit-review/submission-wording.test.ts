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

test.each<[Problem["rule"], FieldProblem, title: string, description: string, seconds: number]>([
  ["required", { field: "email", code: "missing" }, "Incomplete Form", "Please fill in required fields: Email.", 4],
  ["rating", { field: "rating", code: "missing" }, "Rating Required", "Please select a star rating.", 3],
  [
    ...(["first-issue", { field: "issues", code: "missing", issueId: "i1" }, "Issue Description Required"] as const),
    "Please describe at least one issue, or enter 'Nil'.",
    4,
  ],
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
const NOT_SAVED = { outcome: "save-failed", noResponse: null } as const;

test.each<[SubmitOutcome, object]>([
  [
    { outcome: "sent", reviewId: "r1" },
    { title: "Review Submitted!", duration: 3_000 },
  ],
  [
    { outcome: "sent-earlier", reviewId: "r1" },
    { title: "Review Submitted!", description: EARLIER, duration: 5_000, action: { to: "/reviews#review-r1" } },
  ],
  [
    { ...NOT_SAVED, message: "No answer." },
    { title: "Submission Error", description: "Failed to save review: No answer.", duration: 5_000 },
  ],
  [
    { ...NOT_SAVED, message: "" },
    { title: "Submission Failed", description: LATER, duration: 5_000 },
  ],
  [
    { ...NOT_SAVED, outcome: "upload-failed", message: "Failed to upload hall.png: Bad gateway" },
    { title: "Submission Failed", description: "Failed to upload hall.png: Bad gateway", duration: 5_000 },
  ],
  [
    { ...NOT_SAVED, outcome: "upload-failed", message: "" },
    { title: "Submission Failed", description: LATER, duration: 5_000 },
  ],
  [{ outcome: "session-expired" }, { duration: 7_000, action: { to: "/login?next=%2Fsubmit-review" } }],
])("shows the outcome %o as %o", { tags: ["4.16", "4.17", "7.12"] }, (outcome, toast) => {
  expect(outcomeToast(outcome)).toMatchObject(toast);
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
