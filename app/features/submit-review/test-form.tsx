import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, vi } from "vitest";
import { SubmitReviewForm } from "./submit-review-form";
import { publishedReview } from "~/data/my-reviews";
import { removeMetadata } from "~/data/photo-metadata";
import { uploadPhoto } from "~/data/photo-upload";
import type { SubmissionDraft } from "~/data/submission-draft";
import { checkReviewLimits, insertReview, prepareSubmission } from "~/data/submissions";
import { records, resetDatabase } from "~/data/test-draft-database";
import { suggestHomes } from "~/data/visitor-suggestions";
import { emptySubmission, type SubmissionForm } from "~/domain/submission";
import { currentToasts } from "~/ui/toast";

// Tests of the form start without drafts, and the backend accepts everything.

vi.mock("~/data/draft-database", () => import("~/data/test-draft-database"));
vi.mock("~/data/my-reviews");
vi.mock("~/data/photo-metadata");
vi.mock("~/data/photo-upload");
vi.mock("~/data/submissions");
vi.mock("~/data/visitor-suggestions");

const ASHA = { id: "user-1", email: "asha.r@example.in" };
export const DRAFT_ID = "0b8c6f5e-6f0e-4b0c-9f43-8d1f3a5b7c9d";
export const insert = vi.mocked(insertReview);
export const suggest = vi.mocked(suggestHomes);
export const upload = vi.mocked(uploadPhoto);
type User = ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  resetDatabase();
  suggest.mockResolvedValue({ homes: [], localities: [], cities: [] });
  insert.mockResolvedValue("saved");
  vi.mocked(publishedReview).mockResolvedValue(null);
  vi.mocked(checkReviewLimits).mockResolvedValue("allowed");
  upload.mockImplementation(async (_, name) => ({ path: `/${name}` }));
  vi.mocked(removeMetadata).mockImplementation(async (file) => ({ photo: new Blob(["pixels"], { type: file.type }) }));
  // jsdom has no scrolling, no CSS.escape and no object URLs.
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal("CSS", { escape: (name: string) => name });
  URL.createObjectURL = () => "blob:photo";
  URL.revokeObjectURL = vi.fn<typeof URL.revokeObjectURL>();
});

/** Opens the form as `author`. `home` is the query of a link that names the home to write about. */
export async function open(author: { id: string; email: string } | null = ASHA, home: Record<string, string> = {}) {
  const user = userEvent.setup();
  const { container, unmount } = render(
    <MemoryRouter initialEntries={[`/submit-review?${new URLSearchParams(home)}`]}>
      <SubmitReviewForm
        user={author}
        homeActions={() => null}
        renderCard={(review) => `${review.displayName}: ${review.comment}`}
      />
    </MemoryRouter>,
  );
  await waitFor(() => expect(container.querySelector("form")).toBeTruthy());
  // Calls keep their order only after the backend is loaded.
  await waitFor(() => expect(prepareSubmission).toHaveBeenCalled());
  return { user, unmount };
}

/** Stores a draft on this device, as an earlier visit to the form would. */
export function keepDraft(form: Partial<SubmissionForm>, changes: Partial<SubmissionDraft> = {}) {
  const empty = emptySubmission({ email: ASHA.email, issueId: "issue-1" });
  const draft = { reviewId: DRAFT_ID, ownerId: ASHA.id, changedAt: 1, isAnonymous: false, photoCount: 0, ...changes };
  records.drafts.set(DRAFT_ID, { ...draft, form: { ...empty, ...form } } as SubmissionDraft);
}

export function keptDrafts(): SubmissionDraft[] {
  return [...records.drafts.values()] as SubmissionDraft[];
}

/** Fills in all required fields but those in `without`. */
export function fillAll(without: { city?: true } = {}) {
  write(propertyName(), "Lakeview Residency");
  write(locality(), "Baner");
  if (!without.city) write(city(), "Pune");
  write(comment(), "Quiet and airy.");
  write(issue(1), "Nil");
  fireEvent.click(screen.getByRole("radio", { name: "4 stars" }));
}

export function write(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } });
}

export async function enter(user: User, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

export function propertyName() {
  return screen.getByRole("combobox", { name: /Property Name/ });
}

export function locality() {
  return screen.getByRole("combobox", { name: /Locality/ });
}

export function city() {
  return screen.getByRole("combobox", { name: /^City/ });
}

export function comment() {
  return screen.getByRole("textbox", { name: /Review Text/ });
}

export function issue(number: number) {
  return screen.getByRole("textbox", { name: new RegExp(`^Issue ${number}`) });
}

export function submitButton() {
  return screen.getByRole("button", { name: "Submit Review" });
}

export function fileInput() {
  return screen.getByLabelText<HTMLInputElement>(/photos/i, { selector: "input[type=file]" });
}

export function descriptionOf(field: HTMLElement): string {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? "").join(" ");
}

export function latestToast() {
  return currentToasts()[0];
}

export function png(name: string): File {
  return new File(["pixels"], name, { type: "image/png" });
}
