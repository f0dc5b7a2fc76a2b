import { beforeEach, expect, test, vi } from "vitest";
import { pageBackend } from "~/data/page-backend";
import { recentReviews } from "~/data/reviews";
import { testReview } from "~/domain/test-review";
import { loadRecentReviews } from "./load-recent-reviews";

vi.mock("~/data/reviews");

const DATABASE = { call: async () => null, publicUrl: "", publishableKey: "" };
const BACKEND = pageBackend(DATABASE);

beforeEach(() => {
  vi.resetAllMocks();
});

test.each([
  { stored: 0, shown: 0, hasMore: false },
  { stored: 3, shown: 3, hasMore: false },
  { stored: 4, shown: 3, hasMore: true },
])("of $stored reviews Home shows $shown", { tags: ["2.38", "2.46", "9.1"] }, async ({ stored, shown, hasMore }) => {
  const reviews = Array.from({ length: stored }, (_, index) => testReview({ id: `r${index}` }));
  vi.mocked(recentReviews).mockResolvedValue(reviews);
  expect(await loadRecentReviews(BACKEND)).toEqual({ reviews: reviews.slice(0, shown), hasMore });
  expect(recentReviews).toHaveBeenCalledWith(DATABASE, 4);
});

test("reviews that cannot be read do not take Home down, but the log hears of it", { tags: ["2.44"] }, async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.mocked(recentReviews).mockRejectedValue(new Error("The database could not be reached."));
  expect(await loadRecentReviews(BACKEND)).toBe("failed");
  expect(log).toHaveBeenCalledOnce();
});

test("reviews that a browser keeps are not the server's to list", async () => {
  expect(await loadRecentReviews(pageBackend(null))).toBe("kept-in-browser");
  expect(recentReviews).not.toHaveBeenCalled();
});
