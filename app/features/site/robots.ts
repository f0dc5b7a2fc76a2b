import { FILTER_QUESTIONS } from "~/domain/home-query";
import { PLACE_FILTER_KEYS } from "~/domain/place-query";

/**
 * Parameters that filter, sort or search a list, or say where to return after logging in. Each combination is another address of a
 * page that crawlers know already: without this, half of what they found were log-in links. Open are `after` and `city`, by which
 * they reach every home, and `review` and `homes`, which people share: previews of links obey robots.txt too.
 */
const CLOSED_PARAMETERS = new Set([
  ...["next", "property", "q", "exact", "sort", "stars", "photos", "year", "topic"],
  ...FILTER_QUESTIONS,
  ...PLACE_FILTER_KEYS,
]);

/**
 * robots.txt of a site at this address. It closes the API of the embedded backend, and with it the photos that prove
 * reviews, and the forms that start from a home or a review. Other pages that should not be found are open on purpose: they say
 * `noindex` themselves, and a search engine that may not read them would list their bare addresses.
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
