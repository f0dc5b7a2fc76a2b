import { Readable } from "node:stream";
import { SitemapIndexStream, type SitemapItemLoose, SitemapStream, streamToPromise } from "sitemap";
import { allArticles } from "~/data/articles";
import type { Database } from "~/data/database";
import { type HomeAddress, homeAddresses, homeCities } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { lastUpdateOf } from "~/data/pages";
import { reviewCities } from "~/data/reviews";
import { groupBy } from "~/domain/group-by";
import { addressPrefixes, cityHomesPath, homePath, isThin, localityHomesPath } from "~/domain/home";
import { fold } from "~/domain/fold";
import { NOTICE_LANGUAGES } from "~/domain/notice-languages";
import { cityPath } from "~/domain/review-query";

/** Pages about the product. Each has its date of change in a file. */
const INFORMATION = [
  ...["about", "review-policy", "terms", "privacy", "how-reviews-are-checked"],
  ...Object.keys(NOTICE_LANGUAGES).map((language) => `privacy/${language}`),
];

/**
 * The average number of homes in a part: ids are random, so parts differ in size. With its localities a part stays below the limit
 * of 50,000 URLs.
 */
const HOMES_PER_PART = 20_000;

/** Returns sitemap.xml: an index of its parts. In browser mode there are no homes, so it lists the pages itself. */
export async function sitemap(siteUrl: string, backend: PageBackend): Promise<string> {
  const cities = await backend.read(homeCities);
  if (cities === null) return pagesPart(siteUrl, backend);
  const homes = partPrefixes(homesIn(cities)).map((prefix) => `homes${prefix && `-${prefix}`}`);
  const parts = ["pages", ...(cities.length > 0 ? ["cities", ...homes] : [])];
  const stream = new SitemapIndexStream();
  const xml = await streamToPromise(
    Readable.from(parts.map((part) => ({ url: `${siteUrl}/sitemaps/${part}.xml` }))).pipe(stream),
  );
  return xml.toString();
}

/** Returns the part of the sitemap with this file name ("pages.xml", "homes-3f.xml"); null if the index has no such part. */
export async function sitemapPart(file: string, siteUrl: string, backend: PageBackend): Promise<string | null> {
  const { part, prefix } = /^(?<part>pages|cities|homes)(?:-(?<prefix>[\da-f]{1,3}))?\.xml$/.exec(file)?.groups ?? {};
  if (part === "homes") return homesPart(siteUrl, backend, prefix ?? "");
  if (part === undefined || prefix !== undefined) return null;
  return part === "pages" ? pagesPart(siteUrl, backend) : citiesPart(siteUrl, backend);
}

/** Returns the part with canonical URLs of pages. Leaves out forms, and single reviews, which the list of reviews contains. */
async function pagesPart(siteUrl: string, backend: PageBackend): Promise<string> {
  const cities = (await backend.read(reviewCities)) ?? [];
  const articles = allArticles().map(({ path, lastReviewed }) => ({ url: path, lastmod: lastReviewed }));
  const lastChange = articles
    .map(({ lastmod }) => lastmod)
    .toSorted()
    .at(-1);
  const pages: SitemapItemLoose[] = [
    { url: "/" },
    { url: "/reviews" },
    // A city named "All" has the same URL as the whole list.
    ...cities.filter((city) => fold(city) !== "all").map((city) => ({ url: cityPath(city) })),
    { url: "/deposit" },
    { url: "/deposits" },
    { url: "/transparency" },
    { url: "/blog", ...(lastChange !== undefined && { lastmod: lastChange }) },
    ...articles,
    ...INFORMATION.flatMap((slug) => {
      const lastmod = lastUpdateOf(slug);
      return lastmod ? [{ url: `/${slug}`, lastmod }] : [];
    }),
  ];
  return sitemapOf(siteUrl, pages);
}

async function citiesPart(siteUrl: string, backend: PageBackend): Promise<string | null> {
  const cities = (await backend.read(homeCities)) ?? [];
  if (cities.length === 0) return null;
  const pages = [
    { url: "/homes" },
    ...cities.filter((city) => !city.isThin).map(({ city }) => ({ url: cityHomesPath(city) })),
  ];
  return sitemapOf(siteUrl, pages);
}

/**
 * Returns the part with the homes whose ids have this prefix, and with the localities that have enough reviews among them; null if
 * there are none.
 */
async function homesPart(siteUrl: string, backend: PageBackend, prefix: string): Promise<string | null> {
  const homes = (await backend.read((database) => homesWith(database, prefix))) ?? [];
  if (homes.length === 0) return null;
  const localities = groupBy(
    homes.filter(({ locality }) => locality !== ""),
    ({ city, locality }) => localityHomesPath(city, locality),
  );
  const pages = [
    ...[...localities].flatMap(([url, homesThere]) => (isThin(homesThere) ? [] : [{ url }])),
    ...homes.map((home) => ({ url: homePath(home), lastmod: home.lastReviewOn })),
  ];
  return sitemapOf(siteUrl, pages);
}

/** Returns the homes whose ids have this prefix; none if the index has no such part. */
async function homesWith(database: Database, prefix: string): Promise<HomeAddress[]> {
  const count = homesIn(await homeCities(database));
  if (!partPrefixes(count).includes(prefix)) return [];
  const homes: HomeAddress[] = [];
  // One at a time: readers come before search engines.
  for (const each of addressPrefixes(count).filter((address) => address.startsWith(prefix)))
    homes.push(...(await homeAddresses(database, each)));
  return homes;
}

function homesIn(cities: { homeCount: number }[]): number {
  return cities.reduce((sum, { homeCount }) => sum + homeCount, 0);
}

/** Returns the id prefixes that name the parts of homes. They have at most three digits, as sitemapPart accepts. */
function partPrefixes(homeCount: number): string[] {
  return addressPrefixes(homeCount, HOMES_PER_PART, 3);
}

async function sitemapOf(siteUrl: string, pages: SitemapItemLoose[]): Promise<string> {
  const stream = new SitemapStream({
    hostname: siteUrl,
    lastmodDateOnly: true,
    xmlns: { news: false, xhtml: false, image: false, video: false },
  });
  return (await streamToPromise(Readable.from(pages).pipe(stream))).toString();
}
