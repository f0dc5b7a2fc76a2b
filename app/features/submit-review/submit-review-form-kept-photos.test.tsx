// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  comment,
  DRAFT_PREFIX,
  draftKeys,
  fileInput,
  fillAll,
  insert,
  latestToast,
  open,
  png,
  resetForm,
  submitButton,
} from "./test-form";
import { readPhotoDraft, savePhotoDraft, sweepPhotoDrafts, type DraftPhoto } from "~/data/photo-draft";

vi.mock("~/data/photo-draft");
vi.mock("~/data/photo-metadata");
vi.mock("~/data/photo-upload");
vi.mock("~/data/submissions");
vi.mock("~/data/visitor-suggestions");

/** The photos on this device, by review. */
const kept = new Map<string, DraftPhoto[]>();
let hasRoom = true;

beforeEach(() => {
  resetForm();
  kept.clear();
  hasRoom = true;
  vi.mocked(sweepPhotoDrafts).mockReset().mockResolvedValue();
  vi.mocked(readPhotoDraft)
    .mockReset()
    .mockImplementation(async (reviewId) => kept.get(reviewId) ?? []);
  vi.mocked(savePhotoDraft)
    .mockReset()
    .mockImplementation(async ({ reviewId, photos }) => {
      if (photos.length === 0) kept.delete(reviewId);
      else if (hasRoom) kept.set(reviewId, photos);
    });
});
afterEach(cleanup);

test("a draft comes back with its photos, also one of photos alone", { tags: ["10.74"] }, async () => {
  const first = open();
  await first.user.upload(fileInput(), [png("hall.png"), png("kitchen.png")]);
  await screen.findByRole("img", { name: "Preview of kitchen.png" });
  await waitFor(() => expect([...kept.values()][0]).toHaveLength(2));
  first.unmount();

  const { user } = open();
  expect(screen.getByText("Here is your draft, as you left it on this device, with its photos.")).toBeTruthy();
  expect(await screen.findByRole("img", { name: "Preview of kitchen.png" })).toBeTruthy();
  expect(sweepPhotoDrafts).toHaveBeenCalledWith("user-1", expect.any(Date));
  await user.click(screen.getByRole("button", { name: "Remove hall.png" }));
  await waitFor(() => expect([...kept.values()][0]?.map(({ name }) => name)).toEqual(["kitchen.png"]));
});

test("photos that this device did not keep are asked for", { tags: ["10.74"] }, async () => {
  hasRoom = false;
  const first = open();
  await first.user.type(comment(), "Quiet");
  await first.user.upload(fileInput(), [png("hall.png")]);
  await screen.findByRole("img", { name: "Preview of hall.png" });
  await waitFor(() => expect(savePhotoDraft).toHaveBeenCalled());
  first.unmount();

  const { user } = open();
  expect(await screen.findByText(/Please choose its photos again\.$/)).toBeTruthy();
  await user.upload(fileInput(), [png("hall.png")]);
  expect(await screen.findByRole("img", { name: "Preview of hall.png" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/choose its photos again/)).toBeNull());
});

test(
  "photos that another tab chose are shown, and photos that could not be stored stay",
  { tags: ["10.74"] },
  async () => {
    const first = open();
    await first.user.type(comment(), "Quiet");
    first.unmount();

    const { user } = open();
    const [key = ""] = draftKeys();
    const reviewId = key.slice(DRAFT_PREFIX.length);
    const otherTabChooses = (photoCount: number) =>
      window.dispatchEvent(
        new StorageEvent("storage", {
          key,
          newValue: JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ""), photoCount }),
        }),
      );
    kept.set(reviewId, [{ name: "hall.png", type: "image/png", size: 6, picture: new Blob(["pixels"]) }]);
    otherTabChooses(1);
    expect(await screen.findByRole("img", { name: "Preview of hall.png" })).toBeTruthy();

    hasRoom = false;
    await user.upload(fileInput(), [png("bath.png")]);
    await screen.findByRole("img", { name: "Preview of bath.png" });
    // Once this tab has stored its change, that of the other tab is the newer one.
    await waitFor(() => expect(JSON.parse(localStorage.getItem(key) ?? "")).toMatchObject({ photoCount: 2 }));
    otherTabChooses(3);
    await waitFor(() => expect(screen.getByText(/choose its photos again/)).toBeTruthy());
    expect(screen.getByRole("img", { name: "Preview of bath.png" })).toBeTruthy();
  },
);

test("publishing removes the photos, and so does discarding, which can be undone", { tags: ["10.75"] }, async () => {
  const first = open();
  await fillAll(first.user);
  await first.user.upload(fileInput(), [png("hall.png")]);
  await screen.findByRole("img", { name: "Preview of hall.png" });
  await waitFor(() => expect(kept.size).toBe(1));
  first.unmount();

  const { user } = open();
  await screen.findByRole("img", { name: "Preview of hall.png" });
  await user.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(screen.queryByRole("img", { name: /Preview/ })).toBeNull();
  await waitFor(() => expect(kept.size).toBe(0));
  latestToast()?.action?.onClick?.();
  await screen.findByRole("img", { name: "Preview of hall.png" });
  expect(kept.size).toBe(1);

  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].proofUrls).toHaveLength(1);
  await waitFor(() => expect(kept.size).toBe(0));
  expect(screen.queryByRole("img", { name: /Preview/ })).toBeNull();
});
