import type { MetaDescriptor } from "react-router";
import { SITE_NAME, siteUrlOf } from "./page-meta";

/** Returns the site and its organization as schema.org JSON-LD for Home; nothing without a site URL. */
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
