import type { MetaDescriptor } from "react-router";
import { SITE_NAME, siteUrlOf } from "./page-meta";

/**
 * The site and its organization for search engines (schema.org, JSON-LD): an element for the `meta` of Home, nothing where the address of
 * the site is not known. It names no search box; search engines no longer show one.
 */
export function siteData({ matches }: { matches: Parameters<typeof siteUrlOf>[0] }): MetaDescriptor[] {
  const siteUrl = siteUrlOf(matches);
  if (siteUrl === null) return [];
  const organization = { "@id": `${siteUrl}/#organization` };
  return [
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@graph": [
          {
            "@type": "Organization",
            ...organization,
            name: SITE_NAME,
            url: `${siteUrl}/`,
            logo: `${siteUrl}/icon-512.png`,
            email: "hello@gharsach.in",
          },
          {
            "@type": "WebSite",
            "@id": `${siteUrl}/#website`,
            name: SITE_NAME,
            url: `${siteUrl}/`,
            inLanguage: "en-IN",
            publisher: organization,
          },
        ],
      },
    },
  ];
}
