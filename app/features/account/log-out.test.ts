import { beforeEach, expect, test, vi } from "vitest";
import { LOG_OUT_TOASTS, logOut } from "./log-out";
import * as accounts from "~/data/accounts";
import { removePhotoDrafts } from "~/data/photo-draft";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  logOut: vi.fn<typeof accounts.logOut>(),
}));

vi.mock("~/data/photo-draft");
const removePhotos = vi.mocked(removePhotoDrafts);

beforeEach(() => {
  removePhotos.mockReset().mockResolvedValue();
});

const service = vi.mocked(accounts.logOut);

test("a log-out that the service confirms succeeds", { tags: ["8.29"] }, async () => {
  service.mockResolvedValueOnce();
  expect(await logOut()).toEqual({ outcome: "logged-out" });
  expect(LOG_OUT_TOASTS["logged-out"]()).toEqual({
    title: "Logged Out",
    description: "You have been successfully logged out.",
  });
});

test("the photos of drafts leave the device with their owner", { tags: ["10.75"] }, async () => {
  service.mockResolvedValueOnce();
  await logOut();
  expect(removePhotos).toHaveBeenCalledOnce();
  service.mockRejectedValueOnce(new accounts.AccountError("Service is down", 503));
  await logOut();
  expect(removePhotos).toHaveBeenCalledOnce();
});

test("a refusal is shown in the service's words", { tags: ["8.30"] }, async () => {
  service.mockRejectedValueOnce(new accounts.AccountError("Service is down", 503));
  expect(await logOut()).toEqual({ outcome: "failed", message: "Service is down" });
  expect(LOG_OUT_TOASTS.failed("Service is down")).toEqual({
    title: "Logout Failed",
    description: "Service is down",
    variant: "destructive",
  });
});

test("a lost connection is shown in ours", { tags: ["8.31"] }, async () => {
  service.mockRejectedValueOnce(new accounts.AccountError("Failed to fetch", 0));
  expect(await logOut()).toEqual({ outcome: "failed", message: "" });
  expect(LOG_OUT_TOASTS.failed("").description).toBe("Could not log out. Please try again.");
});
