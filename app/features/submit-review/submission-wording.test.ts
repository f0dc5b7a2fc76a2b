import { expect, test } from "vitest";
import { fieldMessage, outcomeToast, photoMessages } from "./submission-wording";
import type { FieldProblem, Problem } from "~/domain/submission-check";

test(
  "missing fields are listed by name and each has its own message",
  { tags: ["5.1", "5.2", "5.3", "5.5", "5.7"] },
  () => {
    const fields: FieldProblem[] = (["propertyName", "locality", "city", "otherCity", "comment", "email"] as const).map(
      (field) => ({ field, code: "missing" }),
    );
    expect(toastOf("required", fields)).toEqual({
      title: "Incomplete Form",
      description: "Please fill in required fields: Property Name, Locality, City, City, Review Text, Email.",
      duration: 4000,
      variant: "destructive",
    });
    expect(fields.map(fieldMessage)).toEqual([
      "Enter the property name.",
      "Enter the locality.",
      "Choose a city.",
      "Enter the name of the city.",
      "Write your review.",
      "Enter your email address.",
    ]);
  },
);

test.each<[Problem["rule"], FieldProblem, string, string, number]>([
  ["rating", { field: "rating", code: "missing" }, "Rating Required", "Please select a star rating.", 3000],
  [
    "names",
    { field: "propertyName", code: "mixed-alphabets" },
    "Mixed Alphabets",
    "Some letters of a word here are Greek or Cyrillic and only look like English ones. Type that word again.",
    4000,
  ],
  ["email", { field: "email", code: "invalid" }, "Invalid Email", "Enter a valid email address.", 4000],
  ["issue-count", { field: "issues", code: "too-many" }, "Too Many Issues", "Please list at most 20 issues.", 4000],
  [
    "move-in-date",
    { field: "moveInDate", code: "invalid" },
    "Invalid Move-in Date",
    "Choose both the month and the year, or neither.",
    4000,
  ],
  [
    "move-in-date",
    { field: "moveInDate", code: "in-future" },
    "Invalid Move-in Date",
    "Move-in date cannot be after today.",
    4000,
  ],
  [
    "move-in-date",
    { field: "moveInDate", code: "too-early" },
    "Invalid Move-in Date",
    "Move-in date cannot be before 1950.",
    4000,
  ],
])("the toast for %s says what stands beside the field: %o", (rule, problem, title, description, duration) => {
  expect(toastOf(rule, [problem])).toEqual({ title, description, duration, variant: "destructive" });
  expect(fieldMessage(problem)).toBe(description);
});

test("the toast for the first issue names 'Nil', as its field does", { tags: ["5.9", "5.11"] }, () => {
  const problem: FieldProblem = { field: "issues", code: "missing", issueId: "i1" };
  expect(toastOf("first-issue", [problem])).toEqual({
    title: "Issue Description Required",
    description: "Please describe at least one issue, or enter 'Nil'.",
    duration: 4000,
    variant: "destructive",
  });
  expect(fieldMessage(problem)).toBe("At least one issue description is required (or enter 'Nil').");
});

test("a text that is too long comes with both lengths", () => {
  const problem: FieldProblem = { field: "comment", code: "too-long", length: 5001, maxLength: 5000 };
  expect(toastOf("length", [problem])).toMatchObject({
    title: "Text Too Long",
    description: "Please shorten the marked text.",
    duration: 4000,
  });
  expect(fieldMessage(problem)).toBe("Use at most 5000 characters; you have 5001.");
  expect(fieldMessage({ ...problem, field: "issues", code: "too-long-together" })).toBe(
    "Use at most 5000 characters for all issues together; you have 5001.",
  );
});

test("each rejected photo is named once with its fault", { tags: ["5.13", "5.14", "5.15", "5.16"] }, () => {
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
    ]),
  ).toEqual([
    "lease.pdf is not a PNG, JPG or GIF image.",
    "IMG_1.HEIC is not a PNG, JPG or GIF image. Choose JPG in the camera settings, or take a screenshot of it.",
    "big.png is too large (max 5MB).",
    "Cannot upload more than 3 files.",
    "a.png is already selected.",
  ]);
});

function toastOf(rule: Problem["rule"], fields: FieldProblem[]) {
  return outcomeToast({ outcome: "invalid", problem: { rule, fields, allFields: fields } });
}
