// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import {
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
  otherTabWrites,
  png,
  submitButton,
  upload,
} from "./test-form";
import { readPhotoDraft, savePhotoDraft, sweepPhotoDrafts, type DraftPhoto } from "~/data/photo-draft";
import { removeMetadata } from "~/data/photo-metadata";
import { currentToasts } from "~/ui/toast";

vi.mock("~/data/photo-draft");

/** The photos on this device, by review. */
const kept = new Map<string, DraftPhoto[]>();
let hasRoom = true;

beforeEach(() => {
  kept.clear();
  hasRoom = true;
  vi.mocked(sweepPhotoDrafts).mockResolvedValue();
  vi.mocked(readPhotoDraft).mockImplementation(async (reviewId) => kept.get(reviewId) ?? []);
  vi.mocked(savePhotoDraft).mockImplementation(async ({ reviewId, photos }) => {
    if (photos.length === 0) kept.delete(reviewId);
    else if (hasRoom) kept.set(reviewId, photos);
  });
});

test(
  "a retry uploads what is left, the progress is dismissed each time, and nothing of the photos stays",
  { tags: ["4.16", "4.17", "4.22", "10.74"] },
  async () => {
    upload.mockResolvedValueOnce({ path: "/first" }).mockRejectedValueOnce(new Error("Bad gateway"));
    const { user } = open();
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
    expect(kept.size).toBe(0);
  },
);

test("what is wrong with a photo stands beside the field until one is removed, and is announced with their number", async () => {
  const { user } = open();
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

test("submitting waits for photos that are still being read", async () => {
  const reading = Promise.withResolvers<{ photo: Blob }>();
  vi.mocked(removeMetadata).mockReturnValueOnce(reading.promise);
  const { user } = open();
  fillAll();
  await user.upload(fileInput(), [png("hall.png")]);
  await user.click(submitButton());
  expect(insert).not.toHaveBeenCalled();
  reading.resolve({ photo: new Blob(["pixels"], { type: "image/png" }) });
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].proofUrls).toHaveLength(1);
});

test("photos that this device did not keep are asked for", { tags: ["10.74"] }, async () => {
  keepDraft({ comment: "Quiet" }, { photoCount: 1 });
  hasRoom = false;
  const { user } = open();
  expect(sweepPhotoDrafts).toHaveBeenCalledWith("user-1", expect.any(Date));
  expect(await screen.findByText(/Please choose its photos again\.$/)).toBeTruthy();
  await user.upload(fileInput(), [png("hall.png")]);
  await preview("hall.png");
  await waitFor(() => expect(screen.queryByText(/choose its photos again/)).toBeNull());
});

test("photos that another tab chose are shown, and what could not be stored stays", { tags: ["10.74"] }, async () => {
  keepDraft({ comment: "Quiet" });
  const { user } = open();
  const otherTabChooses = (photoCount: number) =>
    otherTabWrites(JSON.stringify({ ...JSON.parse(keptDrafts()[0] ?? ""), photoCount }));
  keepPhoto();
  otherTabChooses(1);
  await preview("hall.png");

  hasRoom = false;
  await user.upload(fileInput(), [png("bath.png")]);
  await preview("bath.png");
  // Once this tab has stored its change, that of the other tab is the newer one.
  await waitFor(() => expect(keptDrafts()[0]).toContain('"photoCount":2'));
  otherTabChooses(3);
  await waitFor(() => expect(screen.getByText(/choose its photos again/)).toBeTruthy());
  expect(screen.getByRole("img", { name: "Preview of bath.png" })).toBeTruthy();
});

test("discarding a draft removes its photos, and can be undone", { tags: ["10.74"] }, async () => {
  keepDraft({ comment: "Quiet" }, { photoCount: 1 });
  keepPhoto();
  const { user } = open();
  await preview("hall.png");
  await user.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(screen.queryByRole("img", { name: /Preview/ })).toBeNull();
  await waitFor(() => expect(kept.size).toBe(0));
  expect([comment(), keptDrafts()]).toMatchObject([{ value: "" }, []]);
  latestToast()?.action?.onClick?.();
  await preview("hall.png");
  expect(kept.size).toBe(1);
  expect(comment()).toHaveProperty("value", "Quiet");
});

function keepPhoto() {
  kept.set(DRAFT_ID, [{ name: "hall.png", type: "image/png", size: 6, picture: new Blob(["pixels"]) }]);
}

function preview(name: string) {
  return screen.findByRole("img", { name: `Preview of ${name}` });
}
