import { expect, test, vi } from "vitest";
import { AccountError, service } from "./test-accounts";
import { LOG_OUT_TOASTS, logOut } from "./log-out";
import { removePhotoDrafts } from "~/data/photo-draft";

vi.mock("~/data/photo-draft");

test(
  "after a log-out the photos of drafts leave the device with their owner",
  { tags: ["8.29", "10.74"] },
  async () => {
    expect(await logOut()).toEqual({ outcome: "logged-out" });
    expect(removePhotoDrafts).toHaveBeenCalledOnce();
    expect(LOG_OUT_TOASTS["logged-out"]()).toEqual({
      title: "Logged Out",
      description: "You have been successfully logged out.",
    });
  },
);

test.each([
  [503, "Service is down", "Service is down", "Service is down"],
  [0, "Failed to fetch", "", "Could not log out. Please try again."],
])(
  "a refusal is said in the service's words, a lost connection in ours, and the photos stay: %d %s",
  { tags: ["8.29"] },
  async (status, words, message, description) => {
    service.logOut.mockRejectedValueOnce(new AccountError(words, status));
    expect(await logOut()).toEqual({ outcome: "failed", message });
    expect(LOG_OUT_TOASTS.failed(message)).toEqual({ title: "Logout Failed", description, variant: "destructive" });
    expect(removePhotoDrafts).not.toHaveBeenCalled();
  },
);
