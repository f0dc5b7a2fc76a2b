import { FILTER_QUESTIONS } from "~/domain/home-query";
import { PLACE_FILTER_KEYS } from "~/domain/place-query";

/**
 * Parameters that crawlers must not follow: filters, sorts, searches and the return path of a log-in. Without this rule half of the
 * crawled URLs were log-in links. `after` and `city` stay open because they lead to every home; `review` and `homes` because people
 * share them, and link previews obey robots.txt.
 */
const CLOSED_PARAMETERS = new Set([
  ...["next", "property", "q", "exact", "sort", "stars", "photos", "year", "topic"],
  ...FILTER_QUESTIONS,
  ...PLACE_FILTER_KEYS,
]);

/**
 * Returns robots.txt. It disallows the embedded backend's API with its photos, and forms for a home or a review. Other private
 * pages stay crawlable: they send `noindex`, which a crawler must read, or it would list their URLs.
 */
export function robots(siteUrl: string): string {
  const closed = [
    ...["/auth/v1/", "/rest/v1/", "/storage/v1/", "/answer/", "/submit-review?"],
    ...[...CLOSED_PARAMETERS].map((name) => `/*?*${name}=`),
  ];
  return `User-agent: *
${closed.map((path) => `Disallow: ${path}`).join("\n")}

Sitemap: ${siteUrl}/sitemap.xml
`;
}
