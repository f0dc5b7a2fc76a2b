/**
 * robots.txt of a site at this address. It closes the API of the embedded backend, and with it the photos that prove
 * reviews, to search engines. Pages that should not be found are open on purpose: they say `noindex` themselves, and a
 * search engine that may not read them would list their bare addresses.
 */
export function robots(siteUrl: string): string {
  return `User-agent: *
Disallow: /auth/v1/
Disallow: /rest/v1/
Disallow: /storage/v1/

Sitemap: ${siteUrl}/sitemap.xml
`;
}
