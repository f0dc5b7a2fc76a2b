// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  city,
  comment,
  DRAFT_PREFIX,
  draftKeys,
  fillAll,
  insert,
  latestToast,
  locality,
  open,
  propertyName,
  resetForm,
  submitButton,
} from "./test-form";

vi.mock("~/data/photo-metadata");
vi.mock("~/data/photo-upload");
vi.mock("~/data/submissions");
vi.mock("~/data/visitor-suggestions");

beforeEach(resetForm);
afterEach(cleanup);

test("a draft is stored silently and restored", async () => {
  const first = open();
  await fillAll(first.user);
  await first.user.click(screen.getByRole("checkbox", { name: "Post as Anonymous" }));
  window.dispatchEvent(new Event("pagehide"));
  const kept = keptDraft();
  expect(kept).toMatchObject({ ownerId: "user-1", isAnonymous: true, form: { propertyName: "Lakeview Residency" } });
  first.unmount();

  const { user } = open();
  expect(propertyName()).toHaveProperty("value", "Lakeview Residency");
  expect(screen.getByRole("radio", { name: "4 stars" })).toHaveProperty("checked", true);
  expect(screen.getByRole("checkbox", { name: "Post as Anonymous" })).toHaveProperty("checked", true);
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].id).toBe(kept.reviewId);
});

test("a tab without changes does not overwrite the draft of another tab", async () => {
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();

  const { user, unmount } = open();
  const [key = ""] = draftKeys();
  const other = (localStorage.getItem(key) ?? "").replace("Quiet", "Quiet and airy.");
  localStorage.setItem(key, other);
  await user.click(city());
  await user.tab();
  window.dispatchEvent(new Event("pagehide"));
  expect(localStorage.getItem(key)).toBe(other);
  unmount();
  expect(localStorage.getItem(key)).toBe(other);
});

test("between tabs with the same draft the last change wins", async () => {
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();

  const { user } = open();
  otherTabWrites((text) => text.replace("Quiet", "Quiet and airy."));
  await waitFor(() => expect(comment()).toHaveProperty("value", "Quiet and airy."));
  await user.type(locality(), "Baner");
  otherTabWrites((text) => text.replace("Quiet and airy.", "Quiet"));
  window.dispatchEvent(new Event("pagehide"));
  expect(keptDraft()).toMatchObject({ form: { comment: "Quiet and airy.", locality: "Baner" } });
});

test("a draft published elsewhere is removed here, unless it was changed since", async () => {
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();

  const { user } = open();
  otherTabWrites(() => null);
  await waitFor(() => expect(comment()).toHaveProperty("value", ""));
  expect(latestToast()).toMatchObject({
    description: expect.stringContaining("published or discarded in another tab"),
    duration: Infinity,
  });
  // A notice would move the form.
  expect(screen.queryByText(/^Here is your draft/)).toBeNull();
  await user.type(comment(), "Another home");
  window.dispatchEvent(new Event("pagehide"));
  await user.type(comment(), " altogether");
  otherTabWrites(() => null);
  expect(comment()).toHaveProperty("value", "Another home altogether");
});

test("a blank form goes on with the draft that another tab begins, and one with words in it does not", async () => {
  const { user } = open();
  const id = "0b8c6f5e-6f0e-4b0c-9f43-8d1f3a5b7c9d";
  const newValue = JSON.stringify({
    version: 1,
    keptAt: 1,
    reviewId: id,
    ownerId: "user-1",
    form: { comment: "Theirs" },
  });
  window.dispatchEvent(new StorageEvent("storage", { key: DRAFT_PREFIX + id, newValue }));
  await waitFor(() => expect(comment()).toHaveProperty("value", "Theirs"));
  expect(latestToast()).toMatchObject({ title: "Draft from another tab", duration: Infinity });
  expect(screen.queryByText(/^Here is your draft/)).toBeNull();
  cleanup();

  localStorage.clear();
  sessionStorage.clear();
  open();
  await user.type(comment(), "Mine");
  window.dispatchEvent(new StorageEvent("storage", { key: DRAFT_PREFIX + id, newValue }));
  expect(comment()).toHaveProperty("value", "Mine");
});

test("a device with full storage says so, asks before leaving the page, and keeps the draft until then", async () => {
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  const { user, unmount } = open();
  expect(isLeavingAsked()).toBe(false);
  await user.type(comment(), "Quiet");
  expect(await screen.findByText(/^This device has no room to keep your draft/)).toBeTruthy();
  await waitFor(() => expect(isLeavingAsked()).toBe(true));
  unmount();
  expect(isLeavingAsked()).toBe(false);

  open();
  expect(comment()).toHaveProperty("value", "Quiet");
  expect(screen.getByText(/^This device has no room/)).toBeTruthy();
  setItem.mockRestore();
  await user.type(comment(), ".");
  await waitFor(() => expect(draftKeys()).toHaveLength(1));
  expect(screen.queryByText(/^This device has no room/)).toBeNull();
});

test("a draft can be discarded, which can be undone", async () => {
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(comment()).toHaveProperty("value", "");
  expect(draftKeys()).toEqual([]);
  expect(latestToast()).toMatchObject({ title: "Draft discarded", action: { label: "Undo" } });
  latestToast()?.action?.onClick?.();
  await waitFor(() => expect(comment()).toHaveProperty("value", "Quiet"));
});

test("another account on the same device neither sees nor removes the draft", async () => {
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();
  const second = open({ id: "user-2", email: "ravi@example.in" });
  expect(comment()).toHaveProperty("value", "");
  second.unmount();
  open();
  expect(comment()).toHaveProperty("value", "Quiet");
});

test("an invalid stored draft is ignored", () => {
  localStorage.setItem(`${DRAFT_PREFIX}0b8c6f5e-6f0e-4b0c-9f43-8d1f3a5b7c9d`, "{oops");
  open();
  expect(propertyName()).toHaveProperty("value", "");
});

function keptDraft() {
  return JSON.parse(localStorage.getItem(draftKeys()[0] ?? "") ?? "{}");
}

/** Another tab stores what `change` makes of the draft, or removes it, and this one hears of it. */
function otherTabWrites(change: (text: string) => string | null) {
  const [key = ""] = draftKeys();
  const newValue = change(localStorage.getItem(key) ?? "");
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
}

/** Whether beforeunload would ask before this tab closes. */
function isLeavingAsked(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}
