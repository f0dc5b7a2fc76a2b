// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  city,
  comment,
  DRAFT_ID,
  descriptionOf,
  fileInput,
  fillAll,
  insert,
  keepDraft,
  keptDrafts,
  latestToast,
  open,
  png,
  submitButton,
  upload,
  write,
} from "./test-form";
import { removeMetadata } from "~/data/photo-metadata";
import type { DraftPhoto, SubmissionDraft } from "~/data/submission-draft";
import { full, otherTabRemoves, otherTabWrites, records } from "~/data/test-draft-database";
import { emptySubmission } from "~/domain/submission";
import { currentToasts } from "~/ui/toast";

test("stores each change at once, without the page being left", async () => {
  await open();
  write(comment(), "Quiet");
  expect(keptDrafts()).toMatchObject([{ form: { comment: "Quiet" } }]);
  write(comment(), "");
  expect(keptDrafts()).toEqual([]);
});

test("does not overwrite the draft of another tab if nothing changed in this one", async () => {
  keepDraft({ comment: "Quiet" });
  const { user, unmount } = await open();
  const theirs = { ...kept(), form: { ...kept().form, comment: "Quiet and airy." } };
  records.drafts.set(DRAFT_ID, theirs);
  await user.click(city());
  await user.tab();
  unmount();
  expect(keptDrafts()).toEqual([theirs]);
});

test("removes a draft that was published in another tab, unless it was changed since", async () => {
  keepDraft({ comment: "Quiet" });
  const { unmount } = await open();
  otherTabRemoves(DRAFT_ID, 1);
  await waitFor(() => expect(comment()).toHaveProperty("value", ""));
  expect(latestToast()?.description).toContain("published or discarded in another tab");
  // A notice would move the form.
  expect(screen.queryByText(/^Here is your draft/)).toBeNull();
  unmount();

  keepDraft({ comment: "Another home" });
  await open();
  write(comment(), "Another home altogether");
  otherTabRemoves(DRAFT_ID, 1);
  await waitFor(() => expect(keptDrafts()).toMatchObject([{ form: { comment: "Another home altogether" } }]));
  expect(comment()).toHaveProperty("value", "Another home altogether");
});

test("shows a draft that another tab begins if the form is blank, but not if it has text", async () => {
  const form = { ...emptySubmission({ email: "", issueId: "1" }), comment: "Theirs" };
  const draft = { reviewId: DRAFT_ID, ownerId: "user-1", changedAt: 1, isAnonymous: false, photos: [], photoCount: 0 };
  const { unmount } = await open();
  otherTabWrites({ ...draft, form });
  await waitFor(() => expect(comment()).toHaveProperty("value", "Theirs"));
  expect(latestToast()?.title).toBe("Draft from another tab");
  expect(screen.queryByText(/^Here is your draft/)).toBeNull();
  unmount();

  records.drafts.clear();
  sessionStorage.clear();
  await open();
  write(comment(), "Mine");
  otherTabWrites({ ...draft, form });
  await waitFor(() => expect(keptDrafts()).toHaveLength(2));
  expect(comment()).toHaveProperty("value", "Mine");
});

test("says that the device is full, asks before the page is left, and keeps the draft until then", async () => {
  full.add("drafts");
  const { unmount } = await open();
  expect(asksBeforeLeaving()).toBe(false);
  write(comment(), "Quiet");
  expect(await screen.findByText(/^This device has no room to keep your draft/)).toBeTruthy();
  expect(asksBeforeLeaving()).toBe(true);
  unmount();
  expect(asksBeforeLeaving()).toBe(false);

  await open();
  expect(comment()).toHaveProperty("value", "Quiet");
  expect(screen.getByText(/^This device has no room/)).toBeTruthy();
  full.clear();
  write(comment(), "Quiet.");
  await waitFor(() => expect(keptDrafts()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/^This device has no room/)).toBeNull());
});

test("says that the device has no room for photos, and keeps the text", { tags: ["10.74"] }, async () => {
  full.add("photos");
  const { user } = await open();
  await user.upload(fileInput(), [png("hall.png")]);
  expect(await screen.findByText(/^This device has no room to keep your photos\./)).toBeTruthy();
  expect(asksBeforeLeaving()).toBe(true);
  expect(kept()).toMatchObject({ photoCount: 1 });
  full.clear();
  write(comment(), "Quiet");
  await waitFor(() => expect(keptPhotos()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/^This device has no room/)).toBeNull());
});

test("uploads on a retry only what is left", { tags: ["4.16", "4.17", "4.22", "10.74"] }, async () => {
  upload.mockResolvedValueOnce({ path: "/first" }).mockRejectedValueOnce(new Error("Bad gateway"));
  const { user } = await open();
  fillAll();
  await user.upload(fileInput(), [png("hall.png"), png("bath.png")]);
  await preview("bath.png");
  await user.click(submitButton());
  await waitFor(() => expect(latestToast()?.title).toBe("Submission Failed"));
  expect(latestToast()?.description).toBe("Failed to upload bath.png: Bad gateway");
  await user.click(submitButton());
  await waitFor(() => expect(latestToast()?.title).toBe("Review Submitted!"));
  expect(upload).toHaveBeenCalledTimes(3);
  expect(insert.mock.calls[0]?.[0].proofUrls).toHaveLength(2);
  expect(currentToasts().toReversed()).toMatchObject([
    { title: "Uploading proof...", description: "Uploading 2 file(s).", state: "dismissed" },
    { title: "Submission Failed", state: "dismissed" },
    { title: "Uploading proof...", description: "Uploading 1 file(s).", state: "dismissed" },
    { title: "Upload Complete", description: "1 file(s) uploaded successfully.", state: "open" },
    { title: "Review Submitted!", state: "open" },
  ]);
  expect(screen.queryByRole("img", { name: /Preview/ })).toBeNull();
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(2);
  expect(keptPhotos()).toEqual([]);
});

test("shows what is wrong with a photo until one is removed, and announces their number", async () => {
  const { user } = await open();
  const announced = () => within(fileInput().closest("section") as HTMLElement).getByRole("status");
  await user.upload(fileInput(), [png("hall.png"), png("bath.png")]);
  await waitFor(() => expect(announced().textContent).toBe("2 of 3 photos chosen"));
  const reading = Promise.withResolvers<"too-small">();
  vi.mocked(removeMetadata).mockReturnValueOnce(reading.promise);
  await user.upload(fileInput(), [png("dot.png")]);
  expect(announced().textContent).toBe("Reading photos...");
  reading.resolve("too-small");
  await waitFor(() => expect(latestToast()?.title).toBe("File Selection Error"));
  expect(descriptionOf(fileInput())).toContain("dot.png is too small to serve as proof.");
  await user.click(screen.getByRole("button", { name: "Remove hall.png" }));
  expect(announced().textContent).toBe("1 of 3 photos chosen");
  expect(descriptionOf(fileInput())).not.toContain("dot.png");
  expect(document.activeElement).toBe(fileInput());
});

test("waits with submitting until all photos are read", async () => {
  const reading = Promise.withResolvers<{ photo: Blob }>();
  vi.mocked(removeMetadata).mockReturnValueOnce(reading.promise);
  const { user } = await open();
  fillAll();
  await user.upload(fileInput(), [png("hall.png")]);
  await user.click(submitButton());
  expect(insert).not.toHaveBeenCalled();
  reading.resolve({ photo: new Blob(["pixels"], { type: "image/png" }) });
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].proofUrls).toHaveLength(1);
});

test("asks for photos that this device did not keep", { tags: ["10.74"] }, async () => {
  keepDraft({ comment: "Quiet" }, { photoCount: 1 });
  records.photos.set("another", photoRecord({ reviewId: "another", ownerId: "user-2" }));
  const { user } = await open();
  expect(screen.getByText(/Please choose its photos again\.$/)).toBeTruthy();
  expect(records.photos.size).toBe(0);
  await user.upload(fileInput(), [png("hall.png")]);
  await preview("hall.png");
  expect(screen.queryByText(/choose its photos again/)).toBeNull();
});

test("shows photos that another tab chose, and keeps its own that had no room", { tags: ["10.74"] }, async () => {
  keepDraft({ comment: "Quiet" });
  const { user } = await open();
  records.photos.set(DRAFT_ID, photoRecord());
  otherTabWrites({ ...kept(), changedAt: 2, photoCount: 1 });
  await preview("hall.png");

  full.add("photos");
  await user.upload(fileInput(), [png("bath.png")]);
  await preview("bath.png");
  await waitFor(() => expect(kept().photoCount).toBe(2));
  otherTabWrites({ ...kept(), changedAt: Date.now() + 1000, photoCount: 3 });
  await waitFor(() => expect(screen.getByText(/choose its photos again/)).toBeTruthy());
  expect(screen.getByRole("img", { name: "Preview of bath.png" })).toBeTruthy();
});

test("removes the photos of a discarded draft, and restores them on undo", { tags: ["10.74"] }, async () => {
  keepDraft({ comment: "Quiet" }, { photoCount: 1 });
  records.photos.set(DRAFT_ID, photoRecord());
  const { user } = await open();
  await preview("hall.png");
  await user.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(screen.queryByRole("img", { name: /Preview/ })).toBeNull();
  await waitFor(() => expect(keptPhotos()).toEqual([]));
  expect([comment(), keptDrafts()]).toMatchObject([{ value: "" }, []]);
  latestToast()?.action?.onClick?.();
  await preview("hall.png");
  expect(keptPhotos()).toHaveLength(1);
  expect(comment()).toHaveProperty("value", "Quiet");
});

/** Returns whether the browser would ask before it closes the tab. */
function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

/** Returns the only stored draft. */
function kept(): SubmissionDraft {
  expect(keptDrafts()).toHaveLength(1);
  return keptDrafts()[0] as SubmissionDraft;
}

function keptPhotos() {
  return [...records.photos.values()];
}

function photoRecord(owner = { reviewId: DRAFT_ID, ownerId: "user-1" }) {
  const photos: DraftPhoto[] = [{ name: "hall.png", type: "image/png", size: 6, picture: new Blob(["pixels"]) }];
  return { ...owner, keptAt: Date.now(), photos };
}

function preview(name: string) {
  return screen.findByRole("img", { name: `Preview of ${name}` });
}
