import { beforeEach, expect, test, vi } from "vitest";
import { pageBackend } from "~/data/page-backend";
import * as reviews from "~/data/reviews";
import type { UnderstoodPart } from "~/domain/search";
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
    "No review matches all of this. Left out: “sector 2”, “lift”. Showing reviews for “hsr”.",
    undefined,
  ],
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

test.each(["%", "_", "🏠"])("says that there is nothing to search for in %s", { tags: ["10.432"] }, async (search) => {
  const list = await load(`?q=${encodeURIComponent(search)}`);
  expect(list?.notice?.sentence).toContain(`There is nothing to search for in “${search}”.`);
});

test("names what a search was understood as, each part removable", { tags: ["10.431"] }, async () => {
  const parts: [UnderstoodPart["meaning"], string][] = [
    ["place", "HSR Layout"],
    ["answer", "size:2bhk"],
    ["rent", "0-20000"],
    ["rent", "10000-15000"],
    ["kind", "kind:pg"],
    ["answer", "for:women"],
    ["answer", "pets:yes"],
    ["answer", "sharing:two"],
    ["topic", "water"],
    ["city", "Bengaluru"],
    ["word", "lake"],
  ];
  const understood = parts.map(([meaning, value]) => ({ meaning, value, typed: value, without: `without ${value}` }));
  vi.mocked(reviews.browseProperties).mockResolvedValue({ groups: [testGroup()], next: null, understood });
  const list = await load("?q=anything&sort=rating");
  expect(list?.understood?.map(({ label }) => label)).toEqual([
    ...["HSR Layout", "2 BHK", "under ₹20,000", "₹10,000–15,000", "PG or shared room", "For women", "Pets welcome"],
    ...["Sharing: two", "Water", "Bengaluru", "lake"],
  ]);
  expect(list?.understood?.[0]?.path).toBe("/reviews?q=without+HSR+Layout&sort=rating");
});

test.each([
  ["prestige shantiniketan whitefield", "?property=prestige+shantiniketan&locality=Whitefield&city=Bengaluru"],
  ["pg for girls whitefield", "?locality=Whitefield&city=Bengaluru"],
])("fills in the form with what a search without results names: %s", { tags: ["10.59"] }, async (search, query) => {
  const part = (meaning: UnderstoodPart["meaning"], typed: string) => ({ meaning, value: typed, typed, without: "" });
  const understood = [
    ...(search.startsWith("pg")
      ? [part("answer", "pg for girls")]
      : ["prestige", "shantiniketan"].map((word) => part("word", word))),
    part("place", "whitefield"),
  ];
  const place = { city: "Bengaluru", locality: "Whitefield" };
  vi.mocked(reviews.browseProperties).mockResolvedValue({ groups: [], next: null, understood, place });
  expect((await load(`?q=${search}`))?.suggestions).toEqual({
    similar: [],
    place,
    nearby: [],
    write: `/submit-review${query}`,
  });
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
