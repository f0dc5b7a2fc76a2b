import { type CityDeposits, LICENSE } from "~/domain/deposits";

/** Returns the figures as a schema.org Dataset for search engines. (spec 10) */
export function depositsData(siteUrl: string, siteName: string, cities: CityDeposits[]): object {
  const day = cities[0]?.refreshedOn;
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: "Rental deposits in India, by city and locality",
    description:
      "How many months of rent tenants were asked for as a deposit, how much of it came back, when, and what it was kept for.",
    url: `${siteUrl}/deposits`,
    license: LICENSE,
    creator: { "@type": "Organization", name: siteName, url: siteUrl },
    isAccessibleForFree: true,
    spatialCoverage: { "@type": "Place", name: "India" },
    ...(day && { dateModified: day }),
    distribution: ["deposits.csv", "facts.csv"].map((file) => ({
      "@type": "DataDownload",
      encodingFormat: "text/csv",
      contentUrl: `${siteUrl}/${file}`,
    })),
  };
}
