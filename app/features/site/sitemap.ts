import { Readable } from "node:stream";
import { type SitemapItemLoose, SitemapStream, streamToPromise } from "sitemap";
import { allArticles } from "~/data/articles";
import { DatabaseFailure } from "~/data/database-failure";
import type { PageBackend } from "~/data/page-backend";
import { findInformationPage } from "~/data/pages";
import { reviewCities } from "~/data/reviews";
import { nameKey } from "~/domain/plain-text";
import { cityPath } from "~/domain/review-query";

/** Pages about the product; each is kept in a file that says when it was last changed. */
const INFORMATION = ["about", "review-policy", "terms", "privacy"];

/**
 * The pages that a search engine should know, as sitemap.xml of a site at this address. Every page is named by the address
 * that it calls canonical itself. Forms are not among them, and neither are single reviews: the list has them all.
 * `isWhole` is false when the database did not say which cities have reviews; the rest is there then.
 */
export async function sitemap(siteUrl: string, backend: PageBackend): Promise<{ xml: string; isWhole: boolean }> {
  const cities = await citiesWithReviews(backend);
  const articles = allArticles().map(({ path, lastReviewed }) => ({ url: path, lastmod: lastReviewed }));
  const lastChange = articles
    .map(({ lastmod }) => lastmod)
    .toSorted()
    .at(-1);
  const pages: SitemapItemLoose[] = [
    { url: "/" },
    { url: "/reviews" },
    // A city that is called "All" cannot be told from no city, and its page is the whole list.
    ...(cities ?? []).filter((city) => nameKey(city) !== "all").map((city) => ({ url: cityPath(city) })),
    { url: "/blog", ...(lastChange !== undefined && { lastmod: lastChange }) },
    ...articles,
    ...INFORMATION.flatMap((slug) => {
      const page = findInformationPage(slug);
      return page ? [{ url: `/${slug}`, lastmod: page.lastUpdated }] : [];
    }),
  ];
  const stream = new SitemapStream({
    hostname: siteUrl,
    lastmodDateOnly: true,
    xmlns: { news: false, xhtml: false, image: false, video: false },
  });
  const xml = await streamToPromise(Readable.from(pages).pipe(stream));
  return { xml: xml.toString(), isWhole: cities !== null };
}

/** Null when the database cannot be read. A defect is thrown. */
async function citiesWithReviews(backend: PageBackend): Promise<string[] | null> {
  try {
    return await backend.read(reviewCities, []);
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error;
    console.error(`The sitemap names no cities: ${error.message}`);
    return null;
  }
}
