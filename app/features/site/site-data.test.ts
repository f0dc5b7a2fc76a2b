import { expect, test } from "vitest";
import { siteData } from "./site-data";

const ROOT = { siteUrl: "https://gharsach.in", siteName: "GharSach", contactEmail: "hello@gharsach.in" };

test("describes name, URL and logo of the site on Home", () => {
  const [element] = siteData({ matches: [{ id: "root", loaderData: ROOT }] });
  expect(element).toMatchObject({
    "script:ld+json": {
      "@graph": [
        { "@type": "Organization", url: "https://gharsach.in/", logo: "https://gharsach.in/icon-512.png" },
        { "@type": "WebSite", name: "GharSach", publisher: { "@id": "https://gharsach.in/#organization" } },
      ],
    },
  });
});

test("returns nothing without the URL of the site", () => {
  expect(siteData({ matches: [{ id: "root" }] })).toEqual([]);
});
