import { beforeEach, expect, test, vi } from "vitest";
import { submitReview, type Attempt, type Progress } from "./submit-review";
import { DatabaseFailure } from "~/data/database-failure";
import { uploadPhoto } from "~/data/photo-upload";
import type { DraftPhoto } from "~/data/submission-draft";
import { checkReviewLimits, insertReview, myStoredSubmission } from "~/data/submissions";
import type { StoredSubmission } from "~/domain/submission";
import { testForm } from "~/domain/test-form";

vi.mock("~/data/photo-upload");
vi.mock("~/data/submissions");

const TOO_SOON = "You published a review a moment ago. You can publish the next one in 40 seconds.";

const HOME = { propertyName: "Lakeview Residency", locality: "Baner", city: "Pune" };
const ANOTHER = { id: "stored-2", ...HOME, propertyName: "Palm Court", comment: "Old." };

const upload = vi.mocked(uploadPhoto);
const insert = vi.mocked(insertReview);
const stored = vi.mocked(myStoredSubmission);
const limits = vi.mocked(checkReviewLimits);

beforeEach(() => {
  upload.mockImplementation(async (_photo, name) => ({ path: `/storage/v1/object/public/review-proofs/${name}` }));
  insert.mockResolvedValue("saved");
  stored.mockResolvedValue(null);
  limits.mockResolvedValue("allowed");
});

test("inserts a valid form with the id of its draft", { tags: ["4.16"] }, async () => {
  expect(await submitReview(attempt(), ignore)).toEqual({ outcome: "sent", reviewId: "review-1" });
  expect(insert).toHaveBeenCalledOnce();
  expect(insert.mock.calls[0]?.[0]).toMatchObject({
    id: "review-1",
    propertyName: "Lakeview Residency",
    city: "Pune",
    email: "asha.r@example.in",
    reportedIssues: [{ id: "issue-1", description: "Nil" }],
    proofUrls: null,
  });
});

test("uploads and inserts nothing for an invalid form", async () => {
  const outcome = await submitReview(attempt({ form: testForm({ comment: " " }), photos: [photo("a.png")] }), ignore);
  expect(outcome).toMatchObject({ outcome: "invalid", problem: { rule: "required" } });
  expect(upload).not.toHaveBeenCalled();
  expect(insert).not.toHaveBeenCalled();
});

test("checks the move-in date in India's time zone", async () => {
  // 4 May in London and 5 May in India.
  const now = new Date("2025-05-04T22:30:00Z");
  const outcome = await submitReview(attempt({ form: testForm({ moveInDate: "2025-05-05" }), now }), ignore);
  expect(outcome).toEqual({ outcome: "sent", reviewId: "review-1" });
});

test("uploads photos in order, then refers to them in the review", { tags: ["7.8", "10.220"] }, async () => {
  const steps: Progress[] = [];
  const photos = [photo("Hall.PNG"), photo("bath.jpeg", "image/jpeg"), photo("receipt.png", "image/jpeg")];
  await submitReview(attempt({ photos }), (step) => steps.push(step));
  const names = [
    "public/1746297000000-000000000001.png",
    "public/1746297000000-000000000002.jpeg",
    "public/1746297000000-000000000003.jpg",
  ];
  expect(upload.mock.calls.map(([, name]) => name)).toEqual(names);
  expect(insert.mock.calls[0]?.[0].proofUrls).toEqual(
    names.map((name) => `/storage/v1/object/public/review-proofs/${name}`),
  );
  expect(steps).toEqual([{ step: "checked" }, { step: "uploading", count: 3 }, { step: "uploaded", count: 3 }]);
});

test("does not upload the first photo again after the second one failed", { tags: ["7.12"] }, async () => {
  const photos = [photo("a.png"), photo("b.png"), photo("c.png")];
  const uploaded: Attempt["uploaded"] = new Map();
  const steps: Progress[] = [];
  upload.mockResolvedValueOnce({ path: "/first" }).mockRejectedValueOnce(new Error("The resource was not found"));
  expect(await submitReview(attempt({ photos, uploaded }), (step) => steps.push(step))).toEqual({
    outcome: "upload-failed",
    message: "Failed to upload b.png: The resource was not found",
    noResponse: null,
  });
  expect(steps.at(-1)).toEqual({ step: "upload-stopped", count: 3 });
  expect(insert).not.toHaveBeenCalled();

  upload.mockResolvedValueOnce({ path: "/second" }).mockResolvedValueOnce({ path: "/third" });
  await submitReview(attempt({ photos, uploaded }), (step) => steps.push(step));
  expect(upload).toHaveBeenCalledTimes(4);
  expect(steps.at(-1)).toEqual({ step: "uploaded", count: 2 });
  expect(insert.mock.calls[0]?.[0].proofUrls).toEqual(["/first", "/second", "/third"]);
});

test("uploads a photo again after 45 minutes", { tags: ["11.209"] }, async () => {
  const hall = photo("hall.png");
  const uploaded = new Map([[hall.picture, { path: "/earlier", at: NOW }]]);
  const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  await submitReview(attempt({ photos: [hall], uploaded, now: later(44) }), ignore);
  expect(upload).not.toHaveBeenCalled();
  await submitReview(attempt({ photos: [hall], uploaded, now: later(46) }), ignore);
  expect(upload).toHaveBeenCalledOnce();
  expect(insert.mock.calls[1]?.[0].proofUrls).toEqual([uploaded.get(hall.picture)?.path]);
});

test("leaves out a photo that was uploaded and then removed", async () => {
  const removed = photo("a.png");
  await submitReview(attempt({ uploaded: new Map([[removed.picture, { path: "/first", at: NOW }]]) }), ignore);
  expect(insert.mock.calls[0]?.[0].proofUrls).toBeNull();
});

test("reports an expired session at every step", async () => {
  insert.mockResolvedValueOnce("session-expired");
  expect(await submitReview(attempt(), ignore)).toEqual({ outcome: "session-expired" });
  upload.mockResolvedValueOnce("session-expired");
  expect(await submitReview(attempt({ photos: [photo("a.png")] }), ignore)).toEqual({ outcome: "session-expired" });
});

test("uploads no photo for a review that would be refused", async () => {
  limits.mockResolvedValueOnce({ outcome: "too-many-attempts", sentence: TOO_SOON });
  const withPhoto = attempt({ photos: [photo("a.png")] });
  expect(await submitReview(withPhoto, ignore)).toEqual({ outcome: "too-many-attempts", message: TOO_SOON });
  limits.mockResolvedValueOnce("session-expired");
  expect(await submitReview(withPhoto, ignore)).toEqual({ outcome: "session-expired" });
  limits.mockRejectedValueOnce(new DatabaseFailure("The database could not be reached.", 0, ""));
  expect(await submitReview(withPhoto, ignore)).toMatchObject({
    outcome: "save-failed",
    noResponse: "connection-lost",
  });
  expect(upload).not.toHaveBeenCalled();
  expect(insert).not.toHaveBeenCalled();

  expect(await submitReview(withPhoto, ignore)).toMatchObject({ outcome: "sent" });
  expect(limits.mock.calls[0]?.[0]).toMatchObject({ id: "review-1", propertyName: "Lakeview Residency" });
  limits.mockClear();
  await submitReview(attempt(), ignore);
  expect(limits).not.toHaveBeenCalled();
});

test("keeps the sentence of a refusal", async () => {
  insert.mockResolvedValueOnce({ outcome: "too-many-attempts", sentence: TOO_SOON });
  expect(await submitReview(attempt(), ignore)).toEqual({ outcome: "too-many-attempts", message: TOO_SOON });
  insert.mockRejectedValueOnce(new DatabaseFailure("The move-in date cannot be after today.", 400, "PT400"));
  expect(await submitReview(attempt(), ignore)).toMatchObject({
    outcome: "save-failed",
    message: "The move-in date cannot be after today.",
    noResponse: null,
  });
});

const LOST = "the connection was lost. Your review is kept; try again.";
const SLOW = "the server took too long to answer. Your review is kept; try again.";

// connection-lost.test.ts tests which errors mean a lost connection.
test.each([
  ["connection-lost", LOST, new DatabaseFailure("The database could not be reached.", 0, "")],
  ["timed-out", SLOW, new Error("Unreachable.", { cause: new DOMException("signal timed out", "TimeoutError") })],
])("words a missing response by its cause: %s, %s %s", async (noResponse, reason, failure) => {
  insert.mockRejectedValueOnce(failure);
  expect(await submitReview(attempt(), ignore)).toEqual({
    outcome: "save-failed",
    message: reason,
    noResponse,
  });
  upload.mockRejectedValueOnce(failure);
  expect(await submitReview(attempt({ photos: [photo("a.png")] }), ignore)).toEqual({
    outcome: "upload-failed",
    message: `Failed to upload a.png: ${reason}`,
    noResponse,
  });
});

test.each([
  ["the same text", { ...HOME, propertyName: "lakeview  residency", comment: "Quiet and airy." }, "sent"],
  ["another text", { ...HOME, comment: "Old." }, "sent-earlier"],
  ["hidden by an operator", { hidden: true }, "sent"],
] as const)("handles an earlier attempt that had been stored: %s", async (_, earlier, outcome) => {
  insert.mockResolvedValueOnce("id-taken");
  stored.mockResolvedValueOnce({ ...earlier, id: "stored-1" } as StoredSubmission);
  expect(await submitReview(attempt(), ignore)).toEqual({ outcome, reviewId: "stored-1" });
  expect(insert).toHaveBeenCalledOnce();
});

test("returns the id that the database gave the review, or the sent one if that cannot be read", async () => {
  stored.mockResolvedValueOnce({ id: "stored-1", hidden: true });
  expect(await submitReview(attempt(), ignore)).toEqual({ outcome: "sent", reviewId: "stored-1" });
  stored.mockRejectedValueOnce(new Error("Bad gateway"));
  expect(await submitReview(attempt(), ignore)).toEqual({ outcome: "sent", reviewId: "review-1" });
});

test("sends a review of another home, or with an id of another account, with a new id", async () => {
  insert.mockResolvedValueOnce("id-taken");
  stored.mockResolvedValueOnce(ANOTHER);
  const { reviewId } = (await submitReview(attempt(), ignore)) as { reviewId: string };
  expect(reviewId).toBe("00000000-0000-4000-8000-000000000001");
  expect(insert.mock.calls[1]?.[0].id).toBe(reviewId);

  insert.mockResolvedValueOnce("id-taken");
  expect(await submitReview(attempt(), ignore)).toMatchObject({ outcome: "sent", reviewId });

  insert.mockResolvedValueOnce("id-taken").mockResolvedValueOnce({ outcome: "too-many-attempts", sentence: TOO_SOON });
  expect(await submitReview(attempt(), ignore)).toEqual({ outcome: "too-many-attempts", message: TOO_SOON });
});

test("uploads photos of the earlier review again for the review of another home", async () => {
  const hall = photo("hall.png");
  const uploaded = new Map([[hall.picture, { path: "/earlier", at: NOW }]]);
  insert.mockResolvedValueOnce("id-taken");
  stored.mockResolvedValueOnce(ANOTHER);
  expect(await submitReview(attempt({ photos: [hall], uploaded }), ignore)).toMatchObject({ outcome: "sent" });
  expect(insert.mock.calls[0]?.[0].proofUrls).toEqual(["/earlier"]);
  expect(upload).toHaveBeenCalledOnce();
  expect(insert.mock.calls[1]?.[0].proofUrls).toEqual([uploaded.get(hall.picture)?.path]);
  expect(uploaded.get(hall.picture)?.path).not.toBe("/earlier");

  insert.mockResolvedValueOnce("id-taken");
  upload.mockRejectedValueOnce(new Error("Bad gateway"));
  expect(await submitReview(attempt({ photos: [hall], uploaded }), ignore)).toMatchObject({
    outcome: "upload-failed",
    message: "Failed to upload hall.png: Bad gateway",
  });
});

const NOW = new Date(1746360000000);

function attempt(changes: Partial<Attempt> = {}): Attempt {
  let ids = 0;
  return {
    form: testForm({ email: "asha.r@example.in" }),
    photos: [],
    accountEmail: "asha.r@example.in",
    reviewId: "review-1",
    uploaded: new Map(),
    now: NOW,
    newId: () => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, "0")}`;
    },
    ...changes,
  };
}

function photo(name: string, type = "image/png"): DraftPhoto {
  const picture = new Blob(["pixels"], { type });
  return { name, type, size: picture.size, picture };
}

function ignore() {}
