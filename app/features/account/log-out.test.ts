import { expect, test, vi } from "vitest";
import { AccountError, service } from "./test-accounts";
import { LOG_OUT_TOASTS, logOut } from "./log-out";
import { serviceToast } from "./account-toast";
import { deleteDraftPhotos } from "~/data/draft-database";

vi.mock("~/data/draft-database");

test("removes the photos of drafts from the device at log-out", { tags: ["8.29", "10.74"] }, async () => {
  expect(await logOut()).toBe("logged-out");
  expect(deleteDraftPhotos).toHaveBeenCalledOnce();
  expect(LOG_OUT_TOASTS["logged-out"]).toEqual({
    title: "Logged Out",
    description: "You have been successfully logged out.",
  });
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
