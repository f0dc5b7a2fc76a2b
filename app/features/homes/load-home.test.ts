import { beforeEach, expect, test, vi } from "vitest";
import * as homes from "~/data/homes";
import { pageBackend } from "~/data/page-backend";
import * as reviews from "~/data/reviews";
import { ALL_REVIEWS } from "~/domain/home-query";
import { testHome } from "~/domain/test-home";
import { testReview } from "~/domain/test-review";
import { loadHome } from "./load-home";
import { loadPlace } from "./load-places";
import { suggestionsOf } from "./homes-error";

vi.mock("~/data/homes", { spy: true });
vi.mock("~/data/reviews", { spy: true });

const BACKEND = pageBackend({ call: async () => null, publicUrl: "", publishableKey: "" });
const HOME = testHome({ figures: { "rating:4": 1, "photos:4": 2 } });
const PATH = "/homes/bengaluru/indiranagar/lakeview-residency-1a2b3c4d";
const MINE = testReview({ propertyId: HOME.propertyId });
const NO_TRAITS = { traits: {}, matchingCount: null, missing: {} };
const CITY = { city: "Bengaluru", homeCount: 2, localities: [], homes: [], next: null, figures: null, ...NO_TRAITS };

beforeEach(() => {
  vi.mocked(homes.findHome).mockResolvedValue(HOME);
  vi.mocked(homes.homeReviews).mockResolvedValue({ reviews: [MINE], next: null, matchingCount: 1, topicWords: null });
  vi.mocked(homes.placeNames).mockResolvedValue({ city: "Bengaluru", locality: "Indiranagar" });
  vi.mocked(homes.homesOfCity).mockResolvedValue(CITY);
  vi.mocked(homes.homesOfLocality).mockResolvedValue({ ...CITY, locality: "Indiranagar" });
});

test("finds a home by the digits of its URL, and reviews by its query", { tags: ["10.23", "10.34"] }, async () => {
  const view = await load(`${PATH}?sort=lowest&stars=4&photos=1&after=abc`);
  expect(homes.findHome).toHaveBeenCalledWith(expect.anything(), "1a2b3c4d");
  const query = { ...ALL_REVIEWS, sort: "lowest", stars: 4, withPhotos: true };
  expect(homes.homeReviews).toHaveBeenCalledExactlyOnceWith(expect.anything(), HOME.propertyId, query, "abc");
  expect(view).toMatchObject({ home: HOME, query, reviews: [MINE], isLaterPage: true, photos: [] });
});

test.each([
  "/homes/bangalore/indiranagar/lakeview-residency-1a2b3c4d",
  "/homes/bengaluru/koramangala/another-name-1a2b3c4d",
  "/Homes/Bengaluru/Indiranagar/Lakeview-Residency-1a2b3c4d",
])("redirects %s to the canonical URL and keeps the query", { tags: ["10.31"] }, async (path) => {
  const { status, headers } = (await thrown(load(`${path}?stars=2`))) as Response;
  expect([status, headers.get("Location")]).toEqual([301, `${PATH}?stars=2`]);
});

test("accepts names in other scripts in any encoding", { tags: ["10.31"] }, async () => {
  const home = testHome({ propertyName: "श्री कृष्णा", locality: "इंदिरानगर", city: "बेलगाव" });
  vi.mocked(homes.findHome).mockResolvedValue(home);
  expect(await load("/homes/बेलगाव/इंदिरानगर/श्री-कृष्णा-1a2b3c4d")).toMatchObject({ home });
});

test("throws a 404 with links to the locality and city if no review is left", { tags: ["10.33"] }, async () => {
  vi.mocked(homes.findHome).mockResolvedValue(null);
  const error = (await thrown(load(PATH))) as { init: { status: number }; data: unknown };
  expect(error.init.status).toBe(404);
  expect(suggestionsOf({ status: 404, data: error.data })).toEqual([
    { label: "Homes in Indiranagar", path: "/homes/bengaluru/indiranagar" },
    { label: "Homes in Bengaluru", path: "/homes/bengaluru" },
  ]);
  vi.mocked(homes.placeNames).mockResolvedValue(null);
  expect(await thrown(load("/homes/x/y/no-digits"))).toMatchObject({
    init: { status: 404 },
    data: { suggestions: [] },
  });
  expect(homes.findHome).toHaveBeenCalledTimes(1);
});

test("loads the review that the URL names if it is of this home", { tags: ["10.36"] }, async () => {
  const group = { ...HOME, key: HOME.propertyId, matchingCount: 1 };
  vi.mocked(reviews.reviewInContext).mockResolvedValue({ ...group, reviews: [MINE] });
  expect(await load(`${PATH}?review=r1`)).toMatchObject({ linked: { id: "r1", review: MINE } });
  vi.mocked(reviews.reviewInContext).mockResolvedValue({ ...group, reviews: [{ ...MINE, propertyId: "another" }] });
  expect(await load(`${PATH}?review=r1`)).toMatchObject({ linked: { id: "r1", review: null } });
  vi.mocked(reviews.reviewInContext).mockResolvedValue(null);
  expect(await load(`${PATH}?review=r1`)).toMatchObject({ linked: { id: "r1", review: null } });
  expect(await load(PATH)).not.toHaveProperty("linked");
});

test("queries photos only if the first reviews do not have all of them", { tags: ["10.40"] }, async () => {
  const withPhoto = { ...MINE, proofUrls: ["/object/a.jpg"] };
  const photo = { url: "/object/a.jpg", pictureUrl: expect.stringMatching(/^\/render\/image\/a.jpg\?width=480/) };
  vi.mocked(homes.homeReviews).mockImplementation(async (_, __, query) => ({
    ...{ reviews: query.withPhotos ? [withPhoto] : [MINE], next: null, matchingCount: 1, topicWords: null },
  }));
  expect(await load(PATH)).toMatchObject({ reviews: [MINE], photos: [photo] });
  expect(await load(`${PATH}?sort=lowest`)).toMatchObject({ photos: [photo] });
  vi.mocked(homes.homeReviews)
    .mockClear()
    .mockResolvedValue({ reviews: [withPhoto, withPhoto], next: null, matchingCount: 2, topicWords: null });
  expect(await load(PATH)).toMatchObject({ photos: [photo, photo] });
  expect(homes.homeReviews).toHaveBeenCalledOnce();
});

test("redirects places, and suggests the city if a locality has no home", { tags: ["10.31", "10.33"] }, async () => {
  const url = (path: string) => new URL(path, "https://gharsach.in");
  const loaded = (path: string, locality: string) => loadPlace(url(path), { city: "bengaluru", locality }, BACKEND);
  expect(await loaded("/homes/bengaluru/indiranagar", "indiranagar")).toMatchObject({ city: "Bengaluru" });
  for (const city of ["bangalore", "BENGALURU"]) {
    const loading = loadPlace(url(`/homes/${city}?after=x`), { city }, BACKEND);
    expect(((await thrown(loading)) as Response).headers.get("Location")).toBe("/homes/bengaluru?after=x");
  }
  vi.mocked(homes.homesOfLocality).mockResolvedValue(null);
  expect(await thrown(loaded("/homes/bengaluru/x", "x"))).toMatchObject({
    init: { status: 404 },
    data: { suggestions: [{ path: "/homes/bengaluru" }, { path: "/submit-review?city=Bengaluru" }] },
  });
});

test("returns null on a site without a database", { tags: ["10.39"] }, async () => {
  expect(await loadHome(new URL(PATH, "https://gharsach.in"), PARAMS, pageBackend(null))).toBeNull();
});

const PARAMS = { city: "bengaluru", locality: "indiranagar", home: "lakeview-residency-1a2b3c4d" };

function load(address: string) {
  const url = new URL(address, "https://gharsach.in");
  const [, , city = "", locality = "", home = ""] = decodeURIComponent(url.pathname).split("/");
  return loadHome(url, { city, locality, home }, BACKEND);
}

function thrown(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => new Error("Nothing was thrown."),
    (error: unknown) => error,
  );
}
