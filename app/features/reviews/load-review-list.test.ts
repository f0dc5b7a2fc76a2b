import { beforeEach, expect, test, vi } from "vitest";
import { pageBackend } from "~/data/page-backend";
import * as reviews from "~/data/reviews";
import { loadReviewList } from "./load-review-list";
import { testGroup } from "./test-list";

vi.mock("~/data/reviews");

const DATABASE = { call: async () => null, publicUrl: "", publishableKey: "" };

beforeEach(() => {
  vi.mocked(reviews.browseProperties).mockResolvedValue({ groups: [testGroup()], next: "c2" });
  vi.mocked(reviews.reviewCities).mockResolvedValue(["Bengaluru", "Pune"]);
});

test("reads search, city, order and cursor from the URL", async () => {
  const list = await load("?q=lake&city=Pune&sort=rating&after=c1");
  const query = { search: "lake", city: "Pune", sort: "rating" };
  expect(list).toEqual({ query, cities: [], groups: [testGroup()], next: "c2", focus: null });
  expect(reviews.browseProperties).toHaveBeenCalledWith(DATABASE, query, "c1", false);
});

test("accepts other names of a city, and an empty cursor", async () => {
  expect(await load("?city=bangalore&after=")).toMatchObject({
    query: { city: "Bengaluru" },
    cities: ["Bengaluru", "Pune"],
  });
  const query = { search: "", city: "Bengaluru", sort: "recent" };
  expect(reviews.browseProperties).toHaveBeenCalledWith(DATABASE, query, null, false);
  expect(await load("?city=Kodungallur")).toMatchObject({ query: { city: "Kodungallur" } });
});

test.each([
  [
    { leftOut: ["sector 2", "lift"], isReplaced: false },
    "Nothing mentions “sector 2” or “lift”. Showing reviews for “hsr”.",
    undefined,
  ],
  [{ leftOut: [], isReplaced: false }, "No review has all these words. Showing reviews for “hsr”.", undefined],
  [
    { leftOut: [], isReplaced: true },
    "Showing reviews for “hsr”; ",
    { path: "/reviews?q=hrs+sector+2&exact=1", label: "search for “hrs sector 2” instead" },
  ],
])("says how a search was relaxed: %o", { tags: ["10.230", "10.231"] }, async (relaxation, sentence, exact) => {
  const relaxed = { search: "hsr", ...relaxation };
  vi.mocked(reviews.browseProperties).mockResolvedValue({ groups: [testGroup()], next: null, relaxed });
  const list = await load("?q=hrs+sector+2");
  expect(list).toMatchObject({ query: { search: "hrs sector 2" }, searched: { search: "hsr" } });
  expect(list).toMatchObject({ notice: { sentence, ...(exact && { exact }) } });
});

test("does not relax an exact search", { tags: ["10.231"] }, async () => {
  await load("?q=koramangla&exact=1");
  const query = { search: "koramangla", city: "", sort: "recent" };
  expect(reviews.browseProperties).toHaveBeenCalledWith(DATABASE, query, null, true);
});

test("loads one property with a page of its reviews", async () => {
  vi.mocked(reviews.propertyPage).mockResolvedValue({ groups: [testGroup()], next: "c9" });
  const list = await load("?q=tap&property=p1&after=c8");
  expect(list).toMatchObject({ groups: [{ propertyId: "p1" }], next: "c9", focus: { kind: "property", id: "p1" } });
  expect(reviews.propertyPage).toHaveBeenCalledWith(DATABASE, "p1", { search: "tap", city: "", sort: "recent" }, "c8");
  expect(reviews.browseProperties).not.toHaveBeenCalled();
});

test("loads one review with its property, and nothing for an unknown one", async () => {
  vi.mocked(reviews.reviewInContext).mockResolvedValueOnce(testGroup()).mockResolvedValueOnce(null);
  expect(await load("?review=r1")).toMatchObject({
    groups: [{ propertyId: "p1" }],
    focus: { kind: "review", id: "r1" },
  });
  expect(await load("?review=r2")).toMatchObject({ groups: [], next: null, focus: { kind: "review", id: "r2" } });
});

test("lists nothing on a site without a database", async () => {
  expect(await loadReviewList(new URL("https://gharsach.in/reviews?q=lake"), pageBackend(null))).toBeNull();
  expect(reviews.browseProperties).not.toHaveBeenCalled();
});

function load(search: string) {
  return loadReviewList(new URL(`https://gharsach.in/reviews${search}`), pageBackend(DATABASE));
}
