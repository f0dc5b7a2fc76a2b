// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  readSubmissionDraft,
  removeSubmissionDraft,
  saveSubmissionDraft,
  type SubmissionDraft,
} from "./submission-draft";
import { emptySubmission, type SubmissionForm } from "~/domain/submission";

const KEY = "gharsach-review-draft";
const BLANK_ISSUE = { id: "blank", description: "", severity: "" as const };

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test("a draft comes back as it was kept", () => {
  const kept = draft();
  expect(saveSubmissionDraft(kept)).toBe(true);
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)).toEqual(kept);
});

test("another account on the same device does not get it", () => {
  saveSubmissionDraft(draft());
  expect(readSubmissionDraft("user-2", BLANK_ISSUE)).toBeNull();
  expect(readSubmissionDraft(null, BLANK_ISSUE)).toBeNull();
});

test("a draft without an account comes back without an account", () => {
  saveSubmissionDraft(draft({ ownerId: null }));
  expect(readSubmissionDraft(null, BLANK_ISSUE)?.form.propertyName).toBe("Lakeview Residency");
});

test("a removed draft is gone", () => {
  saveSubmissionDraft(draft());
  removeSubmissionDraft();
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)).toBeNull();
});

test.each([
  ["no draft", null],
  ["no JSON", "{oops"],
  ["null", "null"],
  ["a list", "[]"],
  ["a text", '"draft"'],
  ["another layout", JSON.stringify({ ...draft(), version: 2 })],
  ["no id", JSON.stringify({ version: 1, ownerId: "user-1", form: {} })],
  ["an id that is none", JSON.stringify({ version: 1, ownerId: "user-1", reviewId: "x", form: {} })],
  ["no form", JSON.stringify({ version: 1, ...draft(), form: null })],
])("%s under the key is no draft", (_, stored) => {
  if (stored !== null) localStorage.setItem(KEY, stored);
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)).toBeNull();
});

test("what a form cannot hold is left out, and the rest comes back", () => {
  const form = {
    propertyName: "Lakeview Residency",
    locality: 7,
    city: null,
    propertyType: "Castle",
    duration: "1–2 years",
    moveInDate: "yesterday",
    rating: 9,
    comment: ["a"],
    wouldRecommend: "yes",
    moveOutIntent: false,
    issues: [null, 3, { id: "a", description: 5, severity: "Huge" }, { id: "a", description: "again" }, { id: "" }],
    howIssuesReported: "in_person",
    issueResolutionStatus: "toString",
    admin: true,
  };
  localStorage.setItem(KEY, JSON.stringify({ version: 1, ...draft(), form }));
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)?.form).toEqual({
    ...emptySubmission({ email: "", issueId: "a" }),
    propertyName: "Lakeview Residency",
    duration: "1–2 years",
    moveOutIntent: false,
    howIssuesReported: "in_person",
  });
});

test("there is always an issue row, and never more than the form takes", () => {
  save({ issues: [] });
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)?.form.issues).toEqual([BLANK_ISSUE]);
  save({ issues: Array.from({ length: 50 }, (_, index) => ({ ...BLANK_ISSUE, id: String(index) })) });
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)?.form.issues).toHaveLength(20);
});

test("a device without room, or one that forbids storage, breaks nothing", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(refuse);
  vi.spyOn(Storage.prototype, "removeItem").mockImplementation(refuse);
  expect(saveSubmissionDraft(draft())).toBe(false);
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)).toBeNull();
  expect(() => removeSubmissionDraft()).not.toThrow();
});

function draft(changes: Partial<SubmissionDraft> = {}): SubmissionDraft {
  return {
    reviewId: "0b8c6f5e-6f0e-4b0c-9f43-8d1f3a5b7c9d",
    ownerId: "user-1",
    isAnonymous: true,
    form: {
      ...emptySubmission({ email: "asha.r@example.in", issueId: "issue-1" }),
      propertyName: "Lakeview Residency",
      rating: 4,
      wouldRecommend: false,
      issues: [
        { id: "issue-1", description: "Seepage", severity: "Major" },
        { id: "issue-2", description: "", severity: "" },
      ],
    },
    ...changes,
  };
}

function save(changes: Partial<SubmissionForm>) {
  const kept = draft();
  saveSubmissionDraft({ ...kept, form: { ...kept.form, ...changes } });
}

function refuse(): never {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
}
