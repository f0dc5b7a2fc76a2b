import { beforeEach, expect, test, vi } from "vitest";
import * as articles from "~/data/articles";
import * as pages from "~/data/pages";
import { DatabaseFailure } from "~/data/database-failure";
import { pageBackend } from "~/data/page-backend";
import * as reviews from "~/data/reviews";
import { sitemap } from "./sitemap";

vi.mock("~/data/articles");
vi.mock("~/data/pages");
vi.mock("~/data/reviews");

const SITE = "https://gharsach.in";
const BACKEND = pageBackend({ call: async () => null, publicUrl: "", publishableKey: "" });

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(articles.allArticles).mockReturnValue([article("pune", "2026-11-21"), article("deposit", "2026-11-24")]);
  vi.mocked(pages.findInformationPage).mockImplementation((slug) => ({ ...PAGE, title: slug }));
  vi.mocked(reviews.reviewCities).mockResolvedValue(["All", "Navi Mumbai", "Ravi & Sons' <Nagar>"]);
});

test("the sitemap names what is worth finding, each by its whole address", async () => {
  const { xml, isWhole } = await sitemap(SITE, BACKEND);
  expect(isWhole).toBe(true);
  expect(addressesIn(xml)).toEqual([
    "https://gharsach.in/",
    "https://gharsach.in/reviews",
    "https://gharsach.in/reviews?city=Navi+Mumbai",
    "https://gharsach.in/reviews?city=Ravi+%26+Sons%27+%3CNagar%3E",
    "https://gharsach.in/blog",
    "https://gharsach.in/blog/pune",
    "https://gharsach.in/blog/deposit",
    "https://gharsach.in/about",
    "https://gharsach.in/review-policy",
    "https://gharsach.in/terms",
    "https://gharsach.in/privacy",
  ]);
});

test("texts say when they last changed, and the blog when the last of them did", async () => {
  const { xml } = await sitemap(SITE, BACKEND);
  expect(xml).toContain("<loc>https://gharsach.in/blog/pune</loc><lastmod>2026-11-21</lastmod>");
  expect(xml).toContain("<loc>https://gharsach.in/blog/deposit</loc><lastmod>2026-11-24</lastmod>");
  expect(xml).toContain("<loc>https://gharsach.in/blog</loc><lastmod>2026-11-24</lastmod>");
  expect(xml).toContain("<loc>https://gharsach.in/terms</loc><lastmod>2026-11-20</lastmod>");
});

test("a database that does not answer costs the sitemap its cities only, and is told to the log", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.mocked(reviews.reviewCities).mockRejectedValue(new DatabaseFailure("The database could not be reached.", 0, ""));
  const { xml, isWhole } = await sitemap(SITE, BACKEND);
  expect(isWhole).toBe(false);
  expect(addressesIn(xml)).toHaveLength(9);
  expect(xml).not.toContain("city=");
  expect(log).toHaveBeenCalledOnce();
});

test("a defect is not dressed up as an outage", async () => {
  vi.mocked(reviews.reviewCities).mockRejectedValue(new TypeError("x is undefined"));
  await expect(sitemap(SITE, BACKEND)).rejects.toBeInstanceOf(TypeError);
});

test("reviews that browsers keep have no page of their own", async () => {
  const { xml, isWhole } = await sitemap(SITE, pageBackend(null));
  expect(isWhole).toBe(true);
  expect(xml).not.toContain("city=");
  expect(reviews.reviewCities).not.toHaveBeenCalled();
});

const PAGE = { path: "/about", description: "", intro: null, lastUpdated: "2026-11-20", html: "", headings: [] };

function article(slug: string, lastReviewed: string) {
  return { ...ARTICLE, slug, path: `/blog/${slug}`, lastReviewed };
}

const ARTICLE = {
  id: 1,
  title: "Rent in Pune",
  summary: "What to look at.",
  date: "2025-05-07",
  author: "GharSach Team",
  tags: ["pune"],
  category: "cityGuide" as const,
  city: "Pune",
  proTip: "Visit twice.",
  related: [],
  readingMinutes: 6,
};

function addressesIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&").replaceAll("&apos;", "'"),
  );
}
