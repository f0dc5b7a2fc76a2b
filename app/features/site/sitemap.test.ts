import { beforeEach, expect, test, vi } from "vitest";
import { allArticles } from "~/data/articles";
import * as homes from "~/data/homes";
import { pageBackend } from "~/data/page-backend";
import * as reviews from "~/data/reviews";
import { sitemap, sitemapPart } from "./sitemap";

vi.mock("~/data/homes", { spy: true });
vi.mock("~/data/reviews", { spy: true });

const SITE = "https://gharsach.in";
const BACKEND = pageBackend({ call: async () => null, publicUrl: "", publishableKey: "" });

beforeEach(() => {
  vi.mocked(reviews.reviewCities).mockResolvedValue(["All", "Navi Mumbai", "Ravi & Sons' <Nagar>"]);
  vi.mocked(homes.homeCities).mockResolvedValue([{ city: "Pune", homeCount: 3, isThin: false }]);
  vi.mocked(homes.homeAddresses).mockResolvedValue(HOMES);
});

test("lists as many parts as the homes need", { tags: ["10.8"] }, async () => {
  const partsOf = async (homeCount: number) => {
    vi.mocked(homes.homeCities).mockResolvedValue(homeCount === 0 ? [] : [{ city: "Pune", homeCount, isThin: false }]);
    return addressesIn(await sitemap(SITE, BACKEND));
  };
  expect(await partsOf(0)).toEqual([`${SITE}/sitemaps/pages.xml`]);
  expect(await partsOf(20_000)).toEqual(["pages", "cities", "homes"].map((name) => `${SITE}/sitemaps/${name}.xml`));
  const many = await partsOf(300_000);
  expect(many).toHaveLength(18);
  expect(many.at(-1)).toBe(`${SITE}/sitemaps/homes-f.xml`);
  expect(await partsOf(400_000)).toHaveLength(2 + 256);
});

test("lists the URLs of cities, localities and homes", { tags: ["10.8"] }, async () => {
  const thin = { city: "Satara", homeCount: 1, isThin: true };
  vi.mocked(homes.homeCities).mockResolvedValue([{ city: "Pune", homeCount: 3, isThin: false }, thin]);
  expect(addressesIn(await part("cities.xml"))).toEqual([`${SITE}/homes`, `${SITE}/homes/pune`]);
  const xml = await part("homes.xml");
  expect(addressesIn(xml)).toEqual([
    `${SITE}/homes/pune/baner`,
    `${SITE}/homes/pune/baner/a-1a2b3c4d`,
    `${SITE}/homes/pune/baner/b-2a2b3c4d`,
    `${SITE}/homes/pune/-/c-3a2b3c4d`,
    // The locality has too few reviews to be listed.
    `${SITE}/homes/pune/aundh/d-4a2b3c4d`,
  ]);
  expect(xml).toContain("a-1a2b3c4d</loc><lastmod>2026-11-20</lastmod>");
});

test("reads the homes whose ids begin with the name of the part", { tags: ["10.8"] }, async () => {
  vi.mocked(homes.homeCities).mockResolvedValue([{ city: "Pune", homeCount: 300_000, isThin: false }]);
  await part("homes-3.xml");
  const prefixes = vi.mocked(homes.homeAddresses).mock.calls.map(([, prefix]) => prefix);
  expect(prefixes).toHaveLength(16);
  expect(prefixes.every((prefix) => /^3[\da-f]$/.test(prefix))).toBe(true);
});

test("returns null for other names of parts", async () => {
  for (const file of ["none.xml", "pages", "homes-3.xml", "homes-xyz.xml", "pages-1.xml", "homes-abcd.xml"])
    expect(await sitemapPart(file, SITE, BACKEND), file).toBeNull();
});

test("lists the pages with the day of their last change", { tags: ["10.601"] }, async () => {
  const xml = await part("pages.xml");
  const articles = allArticles();
  expect(addressesIn(xml).map((address) => address.replace(SITE, ""))).toEqual([
    ...[
      "/",
      "/reviews",
      "/reviews?city=Navi+Mumbai",
      "/reviews?city=Ravi+%26+Sons%27+%3CNagar%3E",
      "/deposit",
      "/deposits",
      "/transparency",
    ],
    ...["/blog", ...articles.map(({ path }) => path), "/about", "/review-policy", "/terms", "/privacy"],
    ...["/how-reviews-are-checked", "/privacy/en", "/privacy/hi", "/privacy/kn", "/privacy/ta", "/privacy/te"],
    ...["/privacy/mr", "/privacy/bn"],
  ]);
  for (const { path, lastReviewed } of articles)
    expect(xml).toContain(`<loc>${SITE}${path}</loc><lastmod>${lastReviewed}</lastmod>`);
  const latest = articles
    .map(({ lastReviewed }) => lastReviewed)
    .toSorted()
    .at(-1);
  expect(xml).toContain(`<loc>${SITE}/blog</loc><lastmod>${latest}</lastmod>`);
});

test("lists no reviews that only browsers store", async () => {
  const xml = await sitemap(SITE, pageBackend(null));
  expect(addressesIn(xml)).toContain(`${SITE}/reviews`);
  expect(xml).not.toContain("city=");
  expect(reviews.reviewCities).not.toHaveBeenCalled();
});

const HOMES = [
  { ...home("1", "A"), locality: "Baner", count: 3 },
  { ...home("2", "B"), locality: "Baner", count: 2 },
  { ...home("3", "C"), locality: "", count: 9 },
  { ...home("4", "D"), locality: "Aundh", count: 4 },
];

function home(digit: string, propertyName: string) {
  const propertyId = `${digit}a2b3c4d-0000-4000-8000-000000000000`;
  return { propertyId, propertyName, city: "Pune", lastReviewOn: "2026-11-20" };
}

async function part(file: string) {
  const found = await sitemapPart(file, SITE, BACKEND);
  if (found === null) throw new Error(`There is no ${file}.`);
  return found;
}

function addressesIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&").replaceAll("&apos;", "'"),
  );
}
