import "./test-window";
import { beforeEach, expect, test, vi } from "vitest";
import {
  keptOf,
  readSubmissionDraft,
  rememberSigning,
  removeSubmissionDraft,
  saveSubmissionDraft,
  type SubmissionDraft,
  watchSubmissionDrafts,
} from "./submission-draft";
import { access, full, otherTabRemoves, otherTabWrites, records, resetDatabase } from "./test-draft-database";
import { emptySubmission, type IssueRow } from "~/domain/submission";

vi.mock("./draft-database", () => import("./test-draft-database"));

const ID = "0b8c6f5e-6f0e-4b0c-9f43-8d1f3a5b7c9d";
const OTHER_ID = "77777777-6f0e-4b0c-9f43-8d1f3a5b7c9d";
const NOON = new Date("2026-11-21T12:00:00Z");
const BLANK_ISSUE = { id: "blank", description: "", severity: "" as const };
const HALL = { name: "hall.png", type: "image/png", size: 6, picture: new Blob(["pixels"]) };

beforeEach(() => {
  resetDatabase();
  sessionStorage.clear();
  // Removes the draft that this page keeps in memory.
  removeSubmissionDraft(draft());
});

test("returns a draft to its owner alone, until it is removed", async () => {
  expect(await saveSubmissionDraft(draft({ photos: [HALL] }), NOON)).toBe("all");
  expect(await read("user-1")).toEqual(draft({ photos: [HALL] }));
  expect(await Promise.all([read("user-2"), read(null)])).toEqual([null, null]);
  removeSubmissionDraft(draft());
  expect(records.photos.size).toBe(0);
  expect(await read("user-1")).toBeNull();
  await saveSubmissionDraft(draft({ ownerId: null }), NOON);
  expect(await read(null)).toEqual(draft({ ownerId: null }));
});

test.for([
  null,
  [],
  { ownerId: "user-1", form: {} },
  { ownerId: "user-1", reviewId: "x", form: {} },
  { ...draft(), form: null },
])("does not read %o as a draft", async (stored) => {
  records.drafts.set(ID, stored as SubmissionDraft);
  expect(await read("user-1")).toBeNull();
});

test("leaves out invalid values and restores the rest", async () => {
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
  records.drafts.set(ID, { ...draft(), form } as never);
  expect((await read("user-1"))?.form).toEqual({
    ...emptySubmission({ email: "", issueId: "a" }),
    propertyName: "Lakeview Residency",
    answers: { duration: "1–2 years" },
  });
});

test("returns at least one issue row, and never more than the form takes", async () => {
  const issuesOf = async (issues: IssueRow[]) => {
    await saveSubmissionDraft({ ...draft(), form: { ...draft().form, issues } }, NOON);
    return (await read("user-1"))?.form.issues;
  };
  expect(await issuesOf([])).toEqual([BLANK_ISSUE]);
  expect(
    await issuesOf(Array.from({ length: 50 }, (_, index) => ({ ...BLANK_ISSUE, id: String(index) }))),
  ).toHaveLength(20);
});

test("keeps what the device has no room for as long as the page", async () => {
  full.add("photos");
  expect(await saveSubmissionDraft(draft({ photos: [HALL] }), NOON)).toBe("text");
  expect(await read("user-1")).toEqual(draft({ photos: [HALL] }));
  expect([keptOf(ID), records.drafts.size, records.photos.size]).toEqual(["text", 1, 0]);
  access.isForbidden = true;
  expect(await saveSubmissionDraft(draft(), NOON)).toBe("nothing");
  expect(await read("user-1")).toEqual(draft());
  removeSubmissionDraft(draft());
  expect(await read("user-1")).toBeNull();
  resetDatabase();
  expect(await saveSubmissionDraft(draft({ photos: [HALL] }), NOON)).toBe("all");
  expect([keptOf(ID), records.photos.size]).toEqual(["all", 1]);
});

test("does not bring back a draft that is removed while it is being stored", async () => {
  full.add("drafts");
  const saving = saveSubmissionDraft(draft(), NOON);
  removeSubmissionDraft(draft());
  await saving;
  expect(await read("user-1")).toBeNull();
});

test("keeps a change that has no room after one that is still being stored", async () => {
  const changed = draft({ isAnonymous: false, changedAt: NOON.getTime() + 1 });
  const saving = saveSubmissionDraft(draft(), NOON);
  full.add("drafts");
  await Promise.all([saving, saveSubmissionDraft(changed, NOON)]);
  expect(keptOf(ID)).toBe("nothing");
  expect(await read("user-1")).toEqual(changed);
});

test("writes photos only when they change", async () => {
  const photos = [HALL];
  await saveSubmissionDraft(draft({ photos }), NOON);
  const [stored] = records.photos.values();
  await saveSubmissionDraft(draft({ photos, isAnonymous: false }), NOON);
  expect(records.photos.get(ID)).toBe(stored);
  await saveSubmissionDraft(draft({ photos: [], photoCount: 0 }), NOON);
  expect(records.photos.size).toBe(0);
});

test("removes photos of other accounts and photos older than a week", { tags: ["10.74"] }, async () => {
  const week = 7 * 24 * 60 * 60 * 1000;
  await saveSubmissionDraft(draft({ photos: [HALL] }), NOON);
  expect((await read("user-1", new Date(NOON.getTime() + week)))?.photos).toEqual([HALL]);
  expect((await read("user-1", new Date(NOON.getTime() + week + 1)))?.photos).toEqual([]);
  expect(records.photos.size).toBe(0);
  await saveSubmissionDraft(draft({ photos: [HALL] }), NOON);
  expect(await read("user-2")).toBeNull();
  expect(records.photos.size).toBe(0);
  expect(records.drafts.size).toBe(1);
});

test("stores drafts of several reviews side by side, and reads the latest first", async () => {
  await saveSubmissionDraft(draft({ reviewId: OTHER_ID, changedAt: 2 }), NOON);
  await saveSubmissionDraft(draft({ changedAt: 1 }), NOON);
  sessionStorage.clear();
  expect((await read("user-1"))?.reviewId).toBe(OTHER_ID);
  removeSubmissionDraft(draft({ reviewId: OTHER_ID }));
  expect((await read("user-1"))?.reviewId).toBe(ID);
});

test("restores the draft of a reloaded tab, not a later one of another tab", async () => {
  await saveSubmissionDraft(draft({ changedAt: 1 }), NOON);
  records.drafts.set(OTHER_ID, draft({ reviewId: OTHER_ID, changedAt: 2 }));
  expect((await read("user-1"))?.reviewId).toBe(ID);
});

test("keeps at most ten drafts, the latest", async () => {
  for (let number = 10; number < 22; number += 1) {
    const reviewId = ID.replace(/^../, String(number));
    records.drafts.set(reviewId, draft({ reviewId, changedAt: number }) as never);
  }
  await read("user-1");
  const ids = [...records.drafts.keys()].map((id) => id.slice(0, 2));
  expect(ids).toEqual(["12", "13", "14", "15", "16", "17", "18", "19", "20", "21"]);
});

test("reports changes and removals of other tabs to the owner of the draft", async () => {
  const reported: unknown[] = [];
  rememberSigning("user-1", false);
  const unwatch = watchSubmissionDrafts("user-1", BLANK_ISSUE, (...change) => reported.push(change));
  const changed = draft({ isAnonymous: false, changedAt: 5 });
  otherTabWrites(draft({ reviewId: OTHER_ID, ownerId: "user-2" }));
  otherTabWrites(changed);
  await vi.waitFor(() => expect(reported).toEqual([[ID, 5, changed]]));
  otherTabRemoves(ID, 6);
  await vi.waitFor(() => expect(reported.slice(1)).toEqual([[ID, 6, null]]));
  removeSubmissionDraft(draft({ reviewId: OTHER_ID, changedAt: 7 }));
  expect(reported.slice(2)).toEqual([[OTHER_ID, 7, null]]);
  unwatch();
  removeSubmissionDraft(draft());
  expect(reported).toHaveLength(3);
});

test("shows no name that its author has not chosen on this device", { tags: ["10.560"] }, async () => {
  rememberSigning("user-1", true);
  otherTabWrites(draft({ isAnonymous: false }));
  expect((await read("user-1"))?.isAnonymous).toBe(true);
  rememberSigning("user-1", false);
  expect((await read("user-1"))?.isAnonymous).toBe(false);
});

function read(ownerId: string | null, now = NOON) {
  return readSubmissionDraft(ownerId, BLANK_ISSUE, now);
}

function draft(changes: Partial<SubmissionDraft> = {}): SubmissionDraft {
  return {
    reviewId: ID,
    ownerId: "user-1",
    changedAt: NOON.getTime(),
    isAnonymous: true,
    photos: [],
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
