import "~/data/test-window";
import { beforeEach, expect, test, vi } from "vitest";
import { depositFigures } from "~/data/deposits";
import { homeCities } from "~/data/homes";
import { pageBackend } from "~/data/page-backend";
import { recentReviews, siteTotals, topReviewers } from "~/data/reviews";
import { testReview } from "~/domain/test-review";
import { loadStartReviews } from "./load-more-reviews";
import { readStartReviews } from "./read-start-reviews";

vi.mock("~/data/deposits");
vi.mock("~/data/homes", () => ({ homeCities: vi.fn<typeof homeCities>() }));
vi.mock("~/data/reviews");

const DATABASE = { call: async () => null, publicUrl: "", publishableKey: "" };
const BACKEND = pageBackend(DATABASE);

beforeEach(() => {
  vi.mocked(recentReviews).mockResolvedValue([]);
  vi.mocked(topReviewers).mockResolvedValue([]);
  vi.mocked(homeCities).mockResolvedValue([]);
  vi.mocked(siteTotals).mockResolvedValue(null);
  vi.mocked(depositFigures).mockResolvedValue([]);
});

test.each([
  { stored: 0, shown: 0, hasMore: false },
  { stored: 3, shown: 3, hasMore: false },
  { stored: 4, shown: 3, hasMore: true },
])("shows $shown of $stored reviews on Home", { tags: ["2.38", "2.46"] }, async ({ stored, shown, hasMore }) => {
  const reviews = Array.from({ length: stored }, (_, index) => testReview({ id: `r${index}` }));
  vi.mocked(recentReviews).mockResolvedValue(reviews);
  expect(await readStartReviews(BACKEND)).toMatchObject({ recent: { reviews: reviews.slice(0, shown), hasMore } });
  expect(recentReviews).toHaveBeenCalledWith(DATABASE, 10);
});

test("quotes a review that Home does not show, or else one that it shows", { tags: ["10.540"] }, async () => {
  const reviews = Array.from({ length: 5 }, (_, index) =>
    testReview({ id: `r${index}`, comment: "The water comes twice a day, and the tank is clean." }),
  );
  for (const [count, quoted] of [
    [5, "r3"],
    [3, "r0"],
  ] as const) {
    vi.mocked(recentReviews).mockResolvedValue(reviews.slice(0, count));
    expect(await readStartReviews(BACKEND)).toMatchObject({ recent: { quote: { id: quoted } } });
  }
});

test("shows the reviewers as the database returns them, and the eight cities with the most homes", async () => {
  const top = [{ label: "asha.r", count: 2 }];
  vi.mocked(topReviewers).mockResolvedValue(top);
  const cities = Array.from({ length: 20 }, (_, index) => ({
    city: `City ${index}`,
    homeCount: 20 - index,
    isThin: false,
  }));
  vi.mocked(homeCities).mockResolvedValue(cities);
  expect(await readStartReviews(BACKEND)).toMatchObject({ top, cities: cities.slice(0, 8) });
});

test.each([
  ["recent", recentReviews],
  ["top", topReviewers],
  ["cities", homeCities],
  ["totals", siteTotals],
  ["deposits", depositFigures],
] as const)("shows the rest of Home if %s cannot be read", { tags: ["2.43"] }, async (part, read) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const defect = new TypeError("x is undefined");
  vi.mocked(read as () => Promise<unknown>).mockRejectedValue(defect);
  const home = await readStartReviews(BACKEND);
  expect(Object.entries(home).filter(([, value]) => value === "failed")).toEqual([[part, "failed"]]);
  expect(log).toHaveBeenCalledExactlyOnceWith(defect);
});

test("leaves the reviews to the browser on a site without a database", async () => {
  const here = { recent: null, top: null, cities: [], totals: null, deposits: null };
  expect(await readStartReviews(pageBackend(null))).toEqual(here);
  expect(recentReviews).not.toHaveBeenCalled();
});

test("shows in the browser what the server sends, or that nothing could be loaded", async () => {
  const home = {
    ...{ recent: { reviews: [testReview()], hasMore: true, quote: null }, top: [{ label: "asha", count: 2 }] },
    ...{ cities: [], totals: { reviews: 4, homes: 1 }, deposits: null },
  };
  expect(await loadStartReviews(async () => home)).toEqual(home);
  const failed = { recent: "failed", top: "failed", cities: "failed", totals: "failed", deposits: "failed" };
  expect(await loadStartReviews(() => Promise.reject(new TypeError("Failed to fetch")))).toEqual(failed);
});

test("reads and counts the reviews stored in this browser", async () => {
  window.__gharsach = { backend: "browser", supabaseUrl: "", publishableKey: "" };
  const created_at = new Date().toISOString();
  const row = { property_name: "Lakeview", city: "Pune", rating: 3, created_at, email: "asha@example.in" };
  localStorage.setItem("rentalReviews", JSON.stringify(["d", "c", "b", "a"].map((id) => ({ id, ...row }))));
  const ask = vi.fn<() => Promise<never>>();
  const home = await loadStartReviews(ask);
  expect(home.recent).toMatchObject({ reviews: [{ id: "d" }, { id: "c" }, { id: "b" }], hasMore: true });
  expect([home.top, home.cities]).toEqual([[{ label: "asha", count: 4 }], []]);
  expect(ask).not.toHaveBeenCalled();
});
