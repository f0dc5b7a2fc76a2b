import { expect, test } from "vitest";
import { fieldMessage, outcomeToast, photoMessages, photosToast } from "./submission-wording";
import type { FieldProblem, Problem } from "~/domain/submission-check";

test("lists missing fields by name", { tags: ["5.1"] }, () => {
  const fields: FieldProblem[] = (["propertyName", "locality", "city", "otherCity", "comment", "email"] as const).map(
    (field) => ({ field, code: "missing" }),
  );
  expect(toastOf("required", fields)).toMatchObject({
    title: "Incomplete Form",
    description: "Please fill in required fields: Property Name, Locality, City, City, Review Text, Email.",
    variant: "destructive",
  });
});

const ISSUE = "Please describe at least one issue, or enter 'Nil'.";
const LENGTHS = { length: 5001, maxLength: 5000 };

test.each<[Problem["rule"], FieldProblem, beside: string, toast?: [title: string, description: string]]>([
  [
    "rating",
    { field: "rating", code: "missing" },
    "Please select a star rating.",
    ["Rating Required", "Please select a star rating."],
  ],
  [
    "first-issue",
    { field: "issues", code: "missing", issueId: "i1" },
    "At least one issue description is required (or enter 'Nil').",
    ["Issue Description Required", ISSUE],
  ],
  ["email", { field: "email", code: "not-own" }, "Sign with the email of your account, or as Anonymous."],
  ["issue-count", { field: "issues", code: "too-many" }, "Please list at most 20 issues."],
  ["length", { field: "comment", code: "too-long", ...LENGTHS }, "Use at most 5000 characters; you have 5001."],
  [
    "length",
    { field: "issues", code: "too-long-together", ...LENGTHS },
    "Use at most 5000 characters for all issues together; you have 5001.",
  ],
  ["move-in-date", { field: "moveInDate", code: "too-early" }, "Move-in date cannot be before 1950."],
])(
  "shows a message beside the field, and a toast if one is specified: %s %o",
  { tags: ["5.8", "5.9", "10.75"] },
  (rule, problem, beside, said) => {
    const toast = toastOf(rule, [problem]);
    expect(toast ? [toast.title, toast.description, toast.variant] : undefined).toEqual(
      said && [...said, "destructive"],
    );
    expect(fieldMessage(problem)).toBe(beside);
  },
);

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
  expect(photosToast(["One.", "Two."])).toMatchObject({ title: "File Selection Error", description: "One. Two." });
});

test("shows the outcome of an attempt with its reason", { tags: ["4.17", "7.12"] }, () => {
  const upload = (message: string) => outcomeToast({ outcome: "upload-failed", message, noResponse: null });
  const failed = { title: "Submission Failed" };
  const sentence = "Could not save the review or upload files. Please try again.";
  expect(upload("Failed to upload hall.png: Bad gateway")).toMatchObject({
    ...failed,
    description: "Failed to upload hall.png: Bad gateway",
  });
  expect(upload("")).toMatchObject({ ...failed, description: sentence });
  expect(outcomeToast({ outcome: "save-failed", message: "", noResponse: null })).toMatchObject({
    ...failed,
    description: sentence,
  });
  expect(outcomeToast({ outcome: "too-many-attempts", message: "Please wait." })).toBeNull();
  expect(outcomeToast({ outcome: "sent-earlier", reviewId: "r1" })).toMatchObject({
    title: "Review Submitted!",
    description: "We had received your earlier attempt. It is published as you sent it then.",
    action: { to: "/reviews#review-r1" },
  });
  expect(outcomeToast({ outcome: "session-expired" })?.action?.to).toBe("/login?next=%2Fsubmit-review");
});

function toastOf(rule: Problem["rule"], fields: FieldProblem[]) {
  return outcomeToast({ outcome: "invalid", problem: { rule, fields, allFields: fields } });
}
