// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SubmitReviewForm } from "./submit-review-form";
import { removeMetadata } from "~/data/photo-metadata";
import { uploadPhoto } from "~/data/photo-upload";
import { checkReviewLimits, insertReview, myStoredSubmission, prepareSubmission } from "~/data/submissions";
import { openToasts, pass, toastAndItsTime } from "~/ui/test-toasts";
import { suggestHomes } from "~/data/visitor-suggestions";
import { clearToasts } from "~/ui/toast";

vi.mock("~/data/visitor-suggestions");
vi.mock(import("~/data/photo-metadata"), () => ({ removeMetadata: vi.fn<typeof removeMetadata>() }) as never);
vi.mock(import("~/data/photo-upload"), () => ({ uploadPhoto: vi.fn<typeof uploadPhoto>() }) as never);
vi.mock(
  import("~/data/submissions"),
  () =>
    ({
      checkReviewLimits: vi.fn<typeof checkReviewLimits>(),
      insertReview: vi.fn<typeof insertReview>(),
      prepareSubmission: vi.fn<typeof prepareSubmission>(),
      myStoredSubmission: vi.fn<typeof myStoredSubmission>(),
    }) as never,
);

const insert = vi.mocked(insertReview);
const upload = vi.mocked(uploadPhoto);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T10:00:00Z") });
  localStorage.clear();
  vi.mocked(suggestHomes).mockReset().mockResolvedValue({ homes: [], localities: [], cities: [] });
  insert.mockReset().mockResolvedValue("saved");
  vi.mocked(checkReviewLimits).mockReset().mockResolvedValue("allowed");
  upload.mockReset().mockResolvedValue({ path: "/stored" });
  vi.mocked(removeMetadata)
    .mockReset()
    .mockImplementation(async (file) => ({ photo: new Blob(["pixels"], { type: file.type }) }));
  vi.mocked(prepareSubmission).mockReset().mockResolvedValue();
  // What this environment does not have: a page to scroll, names to escape, addresses for pictures.
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal("CSS", { escape: (name: string) => name });
  URL.createObjectURL = () => "blob:photo";
  URL.revokeObjectURL = () => {};
  render(
    <MemoryRouter>
      <SubmitReviewForm user={{ id: "user-1", email: "asha.r@example.in" }} />
    </MemoryRouter>,
  );
});

afterEach(() => {
  cleanup();
  clearToasts();
  vi.useRealTimers();
});

test("missing fields are shown for 4 s", { tags: ["8.10", "9.19"] }, async () => {
  await submit();
  expect(await toastAndItsTime()).toMatchObject({ title: "Incomplete Form", variant: "destructive", stayed: 4_000 });
});

test("a missing rating is shown for 3 s", { tags: ["8.11", "9.17"] }, async () => {
  fill({ rating: null });
  await submit();
  expect(await toastAndItsTime()).toMatchObject({
    title: "Rating Required",
    description: "Please select a star rating.",
    variant: "destructive",
    stayed: 3_000,
  });
});

test("a missing issue is shown for 4 s", { tags: ["8.12", "9.21"] }, async () => {
  fill({ issue: "" });
  await submit();
  expect(await toastAndItsTime()).toMatchObject({
    title: "Issue Description Required",
    description: "Please describe at least one issue, or enter 'Nil'.",
    variant: "destructive",
    stayed: 4_000,
  });
});

test("a file that may not be used is shown for 4 s", { tags: ["5.17", "8.13", "9.20"] }, async () => {
  await choose(new File(["%PDF"], "lease.pdf", { type: "application/pdf" }));
  expect(await toastAndItsTime()).toMatchObject({
    title: "File Selection Error",
    variant: "destructive",
    stayed: 4_000,
  });
});

test("a fourth file is refused in the words of the form", { tags: ["5.14"] }, async () => {
  await choose(
    ...["a.png", "b.png", "c.png", "d.png"].map((name) => new File(["pixels"], name, { type: "image/png" })),
  );
  expect(await toastAndItsTime()).toMatchObject({
    title: "File Selection Error",
    description: "Cannot upload more than 3 files.",
    stayed: 4_000,
  });
  expect(screen.getAllByRole("img", { name: /^Preview of/ })).toHaveLength(3);
});

test("a published review is shown for 3 s", { tags: ["4.21", "9.18"] }, async () => {
  fill();
  await submit();
  expect(await toastAndItsTime()).toMatchObject({
    title: "Review Submitted!",
    description: "Thank you for sharing your experience.",
    variant: "default",
    stayed: 3_000,
  });
});

test("an earlier try that had arrived in other words is shown for 5 s", async () => {
  insert.mockResolvedValueOnce("id-taken");
  vi.mocked(myStoredSubmission).mockResolvedValueOnce({
    propertyName: "Lakeview Residency",
    locality: "Baner",
    city: "Pune",
    comment: "Quiet.",
  });
  fill();
  await submit();
  expect(await toastAndItsTime()).toMatchObject({
    title: "Review Submitted!",
    description: "Your earlier attempt had reached us after all, and is published as it was then.",
    stayed: 5_000,
  });
});

test("an ended session is shown for 7 s, with the way to log in", async () => {
  insert.mockResolvedValueOnce("session-expired");
  fill();
  await submit();
  expect(await toastAndItsTime()).toMatchObject({
    title: "Please log in again",
    description: "Your session has ended. What you wrote is kept on this device, with its photos if there is space.",
    variant: "destructive",
    action: { label: "Log in", to: "/login?next=%2Fsubmit-review" },
    stayed: 7_000,
  });
});

test("a failed save is shown with its reason for 5 s", { tags: ["8.2", "9.22"] }, async () => {
  insert.mockRejectedValueOnce(new Error("The database could not be reached."));
  fill();
  await submit();
  expect(await toastAndItsTime()).toMatchObject({
    title: "Submission Error",
    description: "Failed to save review: The database could not be reached.",
    variant: "destructive",
    stayed: 5_000,
  });
});

test("a failure without a reason is shown in words of our own for 5 s", { tags: ["8.15"] }, async () => {
  insert.mockRejectedValueOnce(new Error(""));
  fill();
  await submit();
  expect(await toastAndItsTime()).toMatchObject({
    title: "Submission Failed",
    description: "Could not save the review or upload files. Please try again.",
    variant: "destructive",
    stayed: 5_000,
  });
});

test("a failed upload is shown for 5 s", { tags: ["7.12", "8.14", "9.22"] }, async () => {
  upload.mockRejectedValueOnce(new Error("Bad gateway"));
  fill();
  await choose(new File(["pixels"], "hall.png", { type: "image/png" }));
  await submit();
  expect(await toastAndItsTime()).toMatchObject({
    title: "Submission Failed",
    description: "Failed to upload hall.png: Bad gateway",
    variant: "destructive",
    stayed: 5_000,
  });
});

test(
  "'Uploading proof...' stays while photos are on their way, however long, and goes at the end",
  { tags: ["4.24"] },
  async () => {
    const sending = Promise.withResolvers<{ path: string }>();
    upload.mockReturnValueOnce(sending.promise);
    fill();
    await choose(new File(["pixels"], "hall.png", { type: "image/png" }));
    await submit();
    await pass(24 * 3_600_000);
    expect(openToasts()).toMatchObject([{ title: "Uploading proof...", description: "Uploading 1 file(s)." }]);
    sending.resolve({ path: "/stored" });
    await pass(0);
    expect(openToasts().map(({ title }) => title)).toEqual(["Review Submitted!", "Upload Complete"]);
    await pass(4_999);
    expect(openToasts()).toMatchObject([{ title: "Upload Complete", description: "1 file(s) uploaded successfully." }]);
    await pass(1);
    expect(openToasts()).toEqual([]);
  },
);

function fill({ rating = "4 stars", issue = "Nil" }: { rating?: string | null; issue?: string } = {}) {
  for (const [name, value] of [
    [/Property Name/, "Lakeview Residency"],
    [/Locality/, "Baner"],
    [/Review Text/, "Quiet and airy."],
    [/^Issue 1/, issue],
  ] as const)
    fireEvent.change(screen.getByLabelText(name), { target: { value } });
  fireEvent.change(screen.getByRole("combobox", { name: /^City/ }), { target: { value: "Pune" } });
  if (rating) fireEvent.click(screen.getByRole("radio", { name: rating, hidden: true }));
}

async function choose(...files: File[]) {
  fireEvent.change(screen.getByLabelText(/photos/i, { selector: "input[type=file]" }), { target: { files } });
  await pass(0);
}

async function submit() {
  fireEvent.click(screen.getByRole("button", { name: "Submit Review", hidden: true }));
  await pass(0);
}
