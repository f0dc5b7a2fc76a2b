import "~/data/test-window";
import { expect, test } from "vitest";
import { loadReviewListInBrowser } from "./load-more-reviews";
import { testList } from "./test-list";

const failing = () => Promise.reject(new TypeError("Failed to fetch"));

test("returns the loaded list, or the failure", async () => {
  const list = testList();
  expect(await loadReviewListInBrowser(address("?after=c1"), () => Promise.resolve(list))).toBe(list);
  expect(await loadReviewListInBrowser(address("?property=p1"), failing)).toEqual({
    failure: "There is no connection. Check your network and try again.",
    isAddressWrong: false,
  });
});

test("reads reviews stored in this browser without asking the server", async () => {
  window.__gharsach = { backend: "browser", supabaseUrl: "", publishableKey: "" };
  localStorage.setItem(
    "rentalReviews",
    JSON.stringify([{ id: "r1", property_name: "Lakeview", city: "Pune", rating: 3, created_at: "2026-01-01" }]),
  );
  const list = await loadReviewListInBrowser(address("?city=Pune"), failing);
  expect(list).toMatchObject({ query: { city: "Pune" }, cities: ["Pune"], groups: [{ propertyName: "Lakeview" }] });
  expect(await loadReviewListInBrowser(address("?after=junk"), failing)).toMatchObject({ isAddressWrong: true });
});

function address(search: string) {
  return new URL(`https://gharsach.in/reviews${search}`);
}
