import { expect, test } from "vitest";
import { loadMoreReviews, readableMessage } from "./load-more-reviews";
import { testList } from "./test-review";

const failing = () => Promise.reject(new TypeError("Failed to fetch"));

test("a page that cannot be loaded fails as a page", async () => {
  await expect(loadMoreReviews(address("?q=lake"), failing)).rejects.toThrow("Failed to fetch");
});

test.each(["?after=c1", "?property=p1", "?review=r1"])(
  "more that cannot be loaded costs only itself: %s",
  async (search) => {
    expect(await loadMoreReviews(address(search), failing)).toEqual({ failure: "Failed to fetch" });
  },
);

test("what can be loaded is passed on", async () => {
  const list = testList();
  expect(await loadMoreReviews(address("?after=c1"), () => Promise.resolve(list))).toBe(list);
});

test("a loader's own sentence reaches the visitor, a stranger's page does not", () => {
  const response = { status: 502, statusText: "Bad Gateway", internal: false };
  expect(readableMessage({ ...response, data: "The database could not be reached." })).toBe(
    "The database could not be reached.",
  );
  expect(readableMessage({ ...response, data: "<html><h1>502</h1></html>" })).toBe("Bad Gateway");
  expect(readableMessage({ ...response, statusText: "", data: null })).toBe("Error 502");
  expect(readableMessage("odd")).toBe("Something went wrong.");
});

function address(search: string) {
  return new URL(`https://gharsach.in/reviews${search}`);
}
