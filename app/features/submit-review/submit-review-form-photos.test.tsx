// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  descriptionOf,
  fileInput,
  fillAll,
  insert,
  latestToast,
  open,
  png,
  resetForm,
  submitButton,
  upload,
} from "./test-form";
import { removeMetadata } from "~/data/photo-metadata";
import { currentToasts } from "~/ui/toast";

vi.mock("~/data/photo-metadata");
vi.mock("~/data/photo-upload");
vi.mock("~/data/submissions");
vi.mock("~/data/visitor-suggestions");

beforeEach(resetForm);
afterEach(cleanup);

test(
  "photos are previewed and uploaded in order, with progress toasts",
  { tags: ["4.20", "4.22", "4.23"] },
  async () => {
    const { user } = open();
    await fillAll(user);
    await user.upload(fileInput(), [png("hall.png"), png("kitchen.png")]);
    expect(await screen.findByRole("img", { name: "Preview of kitchen.png" })).toBeTruthy();
    await user.click(submitButton());
    await waitFor(() => expect(latestToast()?.title).toBe("Review Submitted!"));
    expect(currentToasts().toReversed()).toMatchObject([
      {
        title: "Uploading proof...",
        description: "Uploading 2 file(s).",
        duration: Number.POSITIVE_INFINITY,
        state: "dismissed",
      },
      { title: "Upload Complete", description: "2 file(s) uploaded successfully." },
      { title: "Review Submitted!" },
    ]);
    expect(insert.mock.calls[0]?.[0].proofUrls).toHaveLength(2);
    expect(screen.queryByRole("img", { name: /Preview/ })).toBeNull();
    expect(URL.revokeObjectURL).toHaveBeenCalledTimes(2);
  },
);

test("after a failed upload only the remaining photos are uploaded", { tags: ["8.14"] }, async () => {
  upload.mockResolvedValueOnce({ path: "/first" }).mockRejectedValueOnce(new Error("Bad gateway"));
  const { user } = open();
  await fillAll(user);
  await user.upload(fileInput(), [png("hall.png"), png("kitchen.png")]);
  await screen.findByRole("img", { name: "Preview of kitchen.png" });
  await user.click(submitButton());
  await waitFor(() =>
    expect(latestToast()).toMatchObject({
      title: "Submission Failed",
      description: "Failed to upload kitchen.png: Bad gateway",
      duration: 5000,
    }),
  );
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(upload).toHaveBeenCalledTimes(3);
});

test("a photo that is too small is named, with the minimum size", async () => {
  vi.mocked(removeMetadata).mockResolvedValue("too-small");
  const { user } = open();
  await user.upload(fileInput(), [png("dot.png")]);
  const sentence = "dot.png is too small to serve as proof. Choose a photo of at least 200 by 200 pixels.";
  await waitFor(() => expect(latestToast()).toMatchObject({ title: "File Selection Error", description: sentence }));
  expect(descriptionOf(fileInput())).toContain(sentence);
});

test("rejected files are named, and the others kept", { tags: ["5.16", "5.17"] }, async () => {
  vi.mocked(removeMetadata).mockImplementation(async (file) =>
    file.name === "fake.png" ? "unreadable" : { photo: new Blob(["pixels"], { type: file.type }) },
  );
  const { user } = open();
  await user.upload(fileInput(), [png("hall.png"), png("fake.png")]);
  await screen.findByRole("img", { name: "Preview of hall.png" });
  await user.upload(fileInput(), [png("hall.png")]);
  await waitFor(() => expect(latestToast()?.description).toBe("hall.png is already selected."));
  expect(currentToasts().at(-1)).toMatchObject({
    title: "File Selection Error",
    description: "fake.png cannot be read as a PNG, JPG or GIF picture.",
    variant: "destructive",
    duration: 4000,
  });
  expect(descriptionOf(fileInput())).toContain("hall.png is already selected.");

  await user.click(screen.getByRole("button", { name: "Remove hall.png" }));
  expect(screen.queryByRole("img")).toBeNull();
  expect(document.activeElement).toBe(fileInput());
  await user.upload(fileInput(), [png("hall.png")]);
  expect(await screen.findByRole("img", { name: "Preview of hall.png" })).toBeTruthy();
});

test("screen readers hear how many photos are chosen", async () => {
  const { user } = open();
  const announced = () => within(fileInput().closest("[data-field]") as HTMLElement).getByRole("status").textContent;
  await user.upload(fileInput(), [png("hall.png"), png("kitchen.png")]);
  await waitFor(() => expect(announced()).toBe("2 of 3 photos chosen"));
  await user.click(screen.getByRole("button", { name: "Remove hall.png" }));
  expect(announced()).toBe("1 of 3 photos chosen");
  const reading = Promise.withResolvers<{ photo: Blob }>();
  vi.mocked(removeMetadata).mockReturnValueOnce(reading.promise);
  await user.upload(fileInput(), [png("balcony.png")]);
  expect(announced()).toBe("Reading photos...");
  reading.resolve({ photo: new Blob(["pixels"], { type: "image/png" }) });
  await waitFor(() => expect(announced()).toBe("2 of 3 photos chosen"));
});

test("a rejected photo comes with advice", async () => {
  const user = userEvent.setup({ applyAccept: false });
  open();
  await user.upload(fileInput(), new File(["pixels"], "IMG_1.HEIC", { type: "" }));
  await waitFor(() =>
    expect(latestToast()?.description).toBe(
      "IMG_1.HEIC is not a PNG, JPG or GIF image. Choose JPG in the camera settings, or take a screenshot of it.",
    ),
  );
  expect(screen.queryByRole("img")).toBeNull();
});

test("submitting waits for photos that are still being read", async () => {
  const reading = Promise.withResolvers<{ photo: Blob }>();
  vi.mocked(removeMetadata).mockReturnValueOnce(reading.promise);
  const { user } = open();
  await fillAll(user);
  await user.upload(fileInput(), [png("hall.png")]);
  await user.click(submitButton());
  expect(insert).not.toHaveBeenCalled();
  reading.resolve({ photo: new Blob(["pixels"], { type: "image/png" }) });
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].proofUrls).toHaveLength(1);
});
