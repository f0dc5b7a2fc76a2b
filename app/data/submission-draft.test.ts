import "./test-window";
import { afterEach, expect, test, vi } from "vitest";
import {
  watchSubmissionDrafts,
  readSubmissionDraft,
  removeSubmissionDraft,
  saveSubmissionDraft,
  type SubmissionDraft,
} from "./submission-draft";
import { emptySubmission, type IssueRow } from "~/domain/submission";

const ID = "0b8c6f5e-6f0e-4b0c-9f43-8d1f3a5b7c9d";
const OTHER_ID = "77777777-6f0e-4b0c-9f43-8d1f3a5b7c9d";
const KEY = `gharsach-review-draft:${ID}`;
const NOON = new Date("2026-11-21T12:00:00Z");
const BLANK_ISSUE = { id: "blank", description: "", severity: "" as const };

afterEach(() => {
  // What had no place in storage lasts as long as the page.
  removeSubmissionDraft(ID);
});

test("a draft is read as it was stored, by its owner alone, until it is removed", () => {
  expect(saveSubmissionDraft(draft(), NOON)).toBe(true);
  expect(["user-2", null].map((owner) => readSubmissionDraft(owner, BLANK_ISSUE))).toEqual([null, null]);
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)).toEqual(draft());
  removeSubmissionDraft(ID);
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)).toBeNull();
  saveSubmissionDraft(draft({ ownerId: null }), NOON);
  expect(readSubmissionDraft(null, BLANK_ISSUE)).toEqual(draft({ ownerId: null }));
});

test.for([
  "{oops",
  "null",
  "[]",
  JSON.stringify({ ...draft(), version: 2 }),
  JSON.stringify({ version: 1, ...draft(), reviewId: OTHER_ID }),
  '{"version":1,"ownerId":"user-1","form":{}}',
  '{"version":1,"ownerId":"user-1","reviewId":"x","form":{}}',
  JSON.stringify({ version: 1, ...draft(), form: null }),
])("%s under the key is no draft", (stored) => {
  for (const key of [KEY, "gharsach-review-draft:x"]) localStorage.setItem(key, stored);
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)).toBeNull();
});

test("invalid values are left out, and the rest is restored", () => {
  const form = {
    propertyName: "Lakeview Residency",
    locality: 7,
    city: null,
    moveInDate: "yesterday",
    rating: 9,
    comment: ["a"],
    issues: [null, 3, { id: "a", description: 5, severity: "Huge" }, { id: "a", description: "again" }, { id: "" }],
    answers: { duration: "1–2 years", property_type: "Castle", would_recommend: "yes", weather: "sunny" },
    admin: true,
  };
  localStorage.setItem(KEY, JSON.stringify({ version: 1, ...draft(), form }));
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)?.form).toEqual({
    ...emptySubmission({ email: "", issueId: "a" }),
    propertyName: "Lakeview Residency",
    answers: { duration: "1–2 years" },
  });
});

test("there is always an issue row, and never more than the form takes", () => {
  const read = (issues: IssueRow[]) => {
    saveSubmissionDraft({ ...draft(), form: { ...draft().form, issues } }, NOON);
    return readSubmissionDraft("user-1", BLANK_ISSUE)?.form.issues;
  };
  expect(read([])).toEqual([BLANK_ISSUE]);
  expect(read(Array.from({ length: 50 }, (_, index) => ({ ...BLANK_ISSUE, id: String(index) })))).toHaveLength(20);
});

test("without storage, or with full storage, a draft lasts as long as the page", () => {
  for (const method of ["setItem", "getItem", "removeItem"] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    });
  expect(saveSubmissionDraft(draft(), NOON)).toBe(false);
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)).toEqual(draft());
  removeSubmissionDraft(ID);
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)).toBeNull();
});

test("drafts of several reviews are stored side by side, and the latest is read first", () => {
  saveSubmissionDraft(draft({ reviewId: OTHER_ID }), new Date("2026-11-21T12:01:00Z"));
  saveSubmissionDraft(draft(), NOON);
  sessionStorage.clear();
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)?.reviewId).toBe(OTHER_ID);
  removeSubmissionDraft(OTHER_ID);
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)).toEqual(draft());
});

test("a reloaded tab shows its own draft, not a later one of another tab", () => {
  saveSubmissionDraft(draft(), NOON);
  const kept = { version: 1, keptAt: NOON.getTime() + 1, ...draft({ reviewId: OTHER_ID }) };
  localStorage.setItem(`gharsach-review-draft:${OTHER_ID}`, JSON.stringify(kept));
  expect(readSubmissionDraft("user-1", BLANK_ISSUE)?.reviewId).toBe(ID);
});

test("beyond ten drafts the oldest is removed", () => {
  for (let minute = 0; minute < 12; minute += 1) {
    const reviewId = ID.replace(/^../, String(minute + 10));
    saveSubmissionDraft(draft({ reviewId }), new Date(NOON.getTime() + minute * 60_000));
  }
  const ids = Object.keys(localStorage).map((key) => key.slice("gharsach-review-draft:".length, 24));
  expect(ids.toSorted()).toEqual(["12", "13", "14", "15", "16", "17", "18", "19", "20", "21"]);
});

test("changes and removals in another tab are reported to the owner of the draft", () => {
  const heard: unknown[] = [];
  const stop = watchSubmissionDrafts("user-1", BLANK_ISSUE, (...change) => heard.push(change));
  const changed = draft({ isAnonymous: false });
  tellOf(KEY, JSON.stringify({ version: 1, keptAt: 1, ...changed }));
  tellOf(KEY, JSON.stringify({ version: 1, keptAt: 1, ...draft({ ownerId: "user-2" }) }));
  tellOf("rentalReviews", "[]");
  expect(heard).toEqual([[ID, changed]]);
  tellOf(KEY, null);
  removeSubmissionDraft(OTHER_ID);
  expect(heard.slice(1)).toEqual([
    [ID, null],
    [OTHER_ID, null],
  ]);
  stop();
  tellOf(KEY, null);
  expect(heard).toHaveLength(3);
});

function tellOf(key: string, newValue: string | null) {
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
}

function draft(changes: Partial<SubmissionDraft> = {}): SubmissionDraft {
  return {
    reviewId: ID,
    ownerId: "user-1",
    isAnonymous: true,
    photoCount: 2,
    form: {
      ...emptySubmission({ email: "asha.r@example.in", issueId: "issue-1" }),
      propertyName: "Lakeview Residency",
      rating: 4,
      answers: { would_recommend: "false" },
      issues: [
        { id: "issue-1", description: "Seepage", severity: "Major" },
        { id: "issue-2", description: "", severity: "" },
      ],
    },
    ...changes,
  };
}
