import type { MetaDescriptor } from "react-router";
import { siteOf } from "./page-meta";

/** Returns the site and its organization as schema.org JSON-LD for Home; nothing without a site URL. */
export function siteData({ matches }: { matches: Parameters<typeof siteOf>[0] }): MetaDescriptor[] {
  const site = siteOf(matches);
  if (!site) return [];
  const { siteUrl, siteName: name, contactEmail: email } = site;
  const organization = { "@id": `${siteUrl}/#organization` };
  return [
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@graph": [
          {
            "@type": "Organization",
            ...organization,
            name,
            url: `${siteUrl}/`,
            logo: `${siteUrl}/icon-512.png`,
            email,
          },
          {
            "@type": "WebSite",
            "@id": `${siteUrl}/#website`,
            name,
            url: `${siteUrl}/`,
            inLanguage: "en-IN",
            publisher: organization,
          },
        ],
      },
    },
  ];
}
