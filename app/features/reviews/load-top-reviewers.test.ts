import { beforeEach, expect, test, vi } from "vitest";
import { pageBackend } from "~/data/page-backend";
import { topReviewers } from "~/data/reviews";
import { loadTopReviewers } from "./load-top-reviewers";

vi.mock("~/data/reviews");

const DATABASE = { call: async () => null, publicUrl: "", publishableKey: "" };
const BACKEND = pageBackend(DATABASE);

beforeEach(() => {
  vi.resetAllMocks();
});

test("Home gets the list as the database gives it", async () => {
  const list = [{ label: "asha.r", count: 2 }];
  vi.mocked(topReviewers).mockResolvedValue(list);
  expect(await loadTopReviewers(BACKEND)).toEqual(list);
  expect(topReviewers).toHaveBeenCalledWith(DATABASE);
});

test("a list that cannot be read does not take Home down, but the log hears of it", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.mocked(topReviewers).mockRejectedValue(new Error("The database could not be reached."));
  expect(await loadTopReviewers(BACKEND)).toBe("failed");
  expect(log).toHaveBeenCalledWith("The top reviewers could not be read: The database could not be reached.");
});

test("reviews that a browser keeps are not the server's to count", async () => {
  expect(await loadTopReviewers(pageBackend(null))).toBe("kept-in-browser");
  expect(topReviewers).not.toHaveBeenCalled();
});
