import { beforeEach, expect, test, vi } from "vitest";
import { topReviewers } from "~/data/top-reviewers";
import { loadTopReviewers } from "./load-top-reviewers";

vi.mock("~/data/top-reviewers");

const DATABASE = { kind: "supabase", url: "", publicUrl: "", publishableKey: "" } as const;

beforeEach(() => {
  vi.resetAllMocks();
});

test("Home gets the list as the database gives it", async () => {
  const list = [{ label: "asha.r", count: 2 }];
  vi.mocked(topReviewers).mockResolvedValue(list);
  expect(await loadTopReviewers(DATABASE)).toEqual(list);
  expect(topReviewers).toHaveBeenCalledWith(DATABASE);
});

test("a list that cannot be read does not take Home down, but the log hears of it", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.mocked(topReviewers).mockRejectedValue(new Error("The database could not be reached."));
  expect(await loadTopReviewers(DATABASE)).toBe("failed");
  expect(log).toHaveBeenCalledWith("The top reviewers could not be read: The database could not be reached.");
});

test("reviews that a browser keeps are not the server's to count", async () => {
  expect(await loadTopReviewers({ kind: "browser" })).toBe("kept-in-browser");
  expect(topReviewers).not.toHaveBeenCalled();
});
