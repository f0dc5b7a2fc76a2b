// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { testReview } from "~/domain/test-review";
import { loadStartReviews } from "./load-start-reviews";

afterEach(() => {
  delete window.__gharsach;
  localStorage.clear();
});

test("Home gets what the server knows", async () => {
  const recent = { reviews: [testReview()], hasMore: true };
  const top = [{ label: "asha", count: 2 }];
  const cities = [{ city: "Pune", homeCount: 3 }];
  expect(await settled(async () => ({ recent, top, cities }))).toEqual({ recent, top, cities });
});

test("a server that does not answer costs the reviews, not Home", async () => {
  expect(await settled(() => Promise.reject(new TypeError("Failed to fetch")))).toEqual({
    recent: "failed",
    top: "failed",
    cities: "failed",
  });
});

test("reviews that are kept in this browser are read and counted here", async () => {
  window.__gharsach = { backend: "browser", supabaseUrl: "", publishableKey: "" };
  const created_at = new Date().toISOString();
  const row = { property_name: "Lakeview", city: "Pune", rating: 3, created_at, email: "asha@example.in" };
  localStorage.setItem("rentalReviews", JSON.stringify(["d", "c", "b", "a"].map((id) => ({ id, ...row }))));
  const ask = vi.fn<() => Promise<never>>();
  const home = await settled(ask);
  expect(home.recent).toMatchObject({ reviews: [{ id: "d" }, { id: "c" }, { id: "b" }], hasMore: true });
  expect(home.top).toEqual([{ label: "asha", count: 4 }]);
  expect(home.cities).toEqual([]);
  expect(ask).not.toHaveBeenCalled();
});

async function settled(loadFromServer: Parameters<typeof loadStartReviews>[0]) {
  const { recent, top, cities } = loadStartReviews(loadFromServer);
  return { recent: await recent, top: await top, cities: await cities };
}
