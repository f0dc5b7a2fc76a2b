// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { AccountError, service } from "./test-accounts";
import { LOG_OUT_TOASTS, logOut } from "./log-out";
import { serviceToast } from "./account-toast";
import { deleteDraftPhotos } from "~/data/draft-database";
import { keepTabDraft, tabDraft } from "~/data/tab-draft";

vi.mock("~/data/draft-database");

test("removes the photos of drafts from the device at log-out", { tags: ["8.29", "10.74"] }, async () => {
  expect(await logOut()).toBe("logged-out");
  expect(deleteDraftPhotos).toHaveBeenCalledOnce();
  expect(LOG_OUT_TOASTS["logged-out"]).toEqual({
    title: "Logged Out",
    description: "You have been successfully logged out.",
  });
});

test("removes drafts of replies and follow-ups at log-out, so that the next account in this tab does not see them", async () => {
  const drafts = ["answer:r1", "follow-up:r1", "grievance"] as const;
  for (const draft of drafts) keepTabDraft(draft, { text: "Typed" });
  await logOut();
  expect(drafts.map((draft) => tabDraft(draft).text)).toEqual([undefined, undefined, "Typed"]);
});

test.each([
  [500, "Service is down", "Service is down"],
  [503, "name resolution failed", "Could not log out. Please try again."],
  [0, "Failed to fetch", "Could not log out. Please try again."],
])("shows why a log-out failed and keeps the photos: %d %s", { tags: ["8.29"] }, async (status, words, description) => {
  service.logOut.mockRejectedValueOnce(new AccountError(words, status));
  const toast = serviceToast(LOG_OUT_TOASTS, await logOut());
  expect(toast).toEqual({ title: "Logout Failed", description, variant: "destructive" });
  expect(deleteDraftPhotos).not.toHaveBeenCalled();
});
