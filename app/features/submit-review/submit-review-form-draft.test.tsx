// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { DRAFT_ID, city, comment, keepDraft, keptDrafts, latestToast, open, otherTabWrites, write } from "./test-form";

test("a tab without changes does not overwrite the draft of another tab", async () => {
  keepDraft({ comment: "Quiet" });
  const { user, unmount } = open();
  const other = keptDrafts()[0]?.replace("Quiet", "Quiet and airy.") ?? "";
  localStorage.setItem(`gharsach-review-draft:${DRAFT_ID}`, other);
  await user.click(city());
  await user.tab();
  fireEvent(window, new Event("pagehide"));
  expect(keptDrafts()).toEqual([other]);
  unmount();
  expect(keptDrafts()).toEqual([other]);
});

test("a draft published elsewhere is removed here, unless it was changed since", async () => {
  keepDraft({ comment: "Quiet" });
  const { unmount } = open();
  otherTabWrites(null);
  expect(comment()).toHaveProperty("value", "");
  expect(latestToast()?.description).toContain("published or discarded in another tab");
  // A notice would move the form.
  expect(screen.queryByText(/^Here is your draft/)).toBeNull();
  unmount();

  keepDraft({ comment: "Another home" });
  open();
  write(comment(), "Another home altogether");
  otherTabWrites(null);
  expect(comment()).toHaveProperty("value", "Another home altogether");
});

test("a blank form goes on with the draft that another tab begins, and one with words in it does not", () => {
  const draft = { version: 1, keptAt: 1, reviewId: DRAFT_ID, ownerId: "user-1" };
  const theirs = JSON.stringify({ ...draft, form: { comment: "Theirs" } });
  const { unmount } = open();
  otherTabWrites(theirs);
  expect(comment()).toHaveProperty("value", "Theirs");
  expect(latestToast()?.title).toBe("Draft from another tab");
  expect(screen.queryByText(/^Here is your draft/)).toBeNull();
  unmount();

  localStorage.clear();
  sessionStorage.clear();
  open();
  write(comment(), "Mine");
  otherTabWrites(theirs);
  expect(comment()).toHaveProperty("value", "Mine");
});

test("a device with full storage says so, asks before leaving the page, and keeps the draft until then", async () => {
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  const { unmount } = open();
  expect(isLeavingAsked()).toBe(false);
  write(comment(), "Quiet");
  expect(await screen.findByText(/^This device has no room to keep your draft/)).toBeTruthy();
  expect(isLeavingAsked()).toBe(true);
  unmount();
  expect(isLeavingAsked()).toBe(false);

  open();
  expect(comment()).toHaveProperty("value", "Quiet");
  expect(screen.getByText(/^This device has no room/)).toBeTruthy();
  setItem.mockRestore();
  write(comment(), "Quiet.");
  await waitFor(() => expect(keptDrafts()).toHaveLength(1));
  expect(screen.queryByText(/^This device has no room/)).toBeNull();
});

/** Whether beforeunload would ask before this tab closes. */
function isLeavingAsked(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}
