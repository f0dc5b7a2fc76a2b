import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { vi } from "vitest";
import { SubmitReviewForm } from "./submit-review-form";
import { removeMetadata } from "~/data/photo-metadata";
import { uploadPhoto } from "~/data/photo-upload";
import { checkReviewLimits, insertReview } from "~/data/submissions";
import { suggestHomes } from "~/data/visitor-suggestions";
import { clearToasts, currentToasts } from "~/ui/toast";

// The form as its tests fill it in. Each of them mocks photo-metadata, photo-upload, submissions and visitor-suggestions.

const ASHA = { id: "user-1", email: "asha.r@example.in" };
export const DRAFT_PREFIX = "gharsach-review-draft:";
export const insert = vi.mocked(insertReview);
export const suggest = vi.mocked(suggestHomes);
export const upload = vi.mocked(uploadPhoto);
export type User = ReturnType<typeof userEvent.setup>;

/** Before each test: nothing stored, and a database that accepts everything. */
export function resetForm() {
  localStorage.clear();
  sessionStorage.clear();
  clearToasts();
  suggest.mockReset().mockResolvedValue({ homes: [], localities: [], cities: [] });
  insert.mockReset().mockResolvedValue("saved");
  vi.mocked(checkReviewLimits).mockReset().mockResolvedValue("allowed");
  upload.mockReset().mockImplementation(async (_, name) => ({ path: `/${name}` }));
  vi.mocked(removeMetadata)
    .mockReset()
    .mockImplementation(async (file) => ({ photo: new Blob(["pixels"], { type: file.type }) }));
  // jsdom has no scrolling, no CSS.escape and no object URLs.
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal("CSS", { escape: (name: string) => name });
  let urls = 0;
  URL.createObjectURL = vi.fn<typeof URL.createObjectURL>(() => `blob:photo-${(urls += 1)}`);
  URL.revokeObjectURL = vi.fn<typeof URL.revokeObjectURL>();
}

/** `home` is the query of a link that names the home to write about. */
export function open(author: { id: string; email: string } | null = ASHA, home: Record<string, string> = {}) {
  const user = userEvent.setup();
  const { unmount } = render(
    <MemoryRouter initialEntries={[`/submit-review?${new URLSearchParams(home)}`]}>
      <SubmitReviewForm user={author} />
    </MemoryRouter>,
  );
  return { user, unmount };
}

export async function fillTexts(user: User, { city: isCityGiven = true } = {}) {
  await enter(user, propertyName(), "Lakeview Residency");
  await enter(user, locality(), "Baner");
  if (isCityGiven) await enterCity(user, "Pune");
  await enter(user, comment(), "Quiet and airy.");
}

export async function fillAll(user: User) {
  await fillTexts(user);
  await user.click(screen.getByRole("radio", { name: "4 stars" }));
  await enter(user, issue(1), "Nil");
}

export async function enter(user: User, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

/** While the list of cities is open, the rest of the page is hidden from screen readers and from these tests. */
export async function enterCity(user: User, name: string) {
  await enter(user, city(), name);
  await user.tab();
}

export function propertyName() {
  return screen.getByRole("combobox", { name: /Property Name/ });
}

export function locality() {
  return screen.getByRole("textbox", { name: /Locality/ });
}

export function city() {
  return screen.getByRole("combobox", { name: /^City/ });
}

export function comment() {
  return screen.getByRole("textbox", { name: /Review Text/ });
}

export function emailField() {
  return screen.getByRole("textbox", { name: /^Email/ });
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

export function draftKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(DRAFT_PREFIX));
}

export function png(name: string): File {
  return new File(["pixels"], name, { type: "image/png" });
}
