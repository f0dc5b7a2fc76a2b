import { expect, test } from "vitest";
import { articleMeta } from "./article-meta";
import { testView } from "./test-post";

test("describes the article, its author and date to search engines", () => {
  const meta = articleMeta(testView().article, "https://gharsach.in", "GharSach");
  const [posting, trail] = meta.flatMap((part) => ("script:ld+json" in part ? [part["script:ld+json"]] : []));
  const url = "https://gharsach.in/blog/rent-in-greater-noida";
  expect(posting).toEqual({
    "@context": "https://schema.org",
    "@type": "BlogPosting",
    headline: "Rent in Greater Noida",
    description: "What to write and when.",
    datePublished: "2025-05-07",
    dateModified: "2026-11-21",
    author: { "@type": "Organization", name: "GharSach Team", url: "https://gharsach.in" },
    publisher: { "@type": "Organization", name: "GharSach", url: "https://gharsach.in" },
    mainEntityOfPage: url,
    image: "https://gharsach.in/og/blog/rent-in-greater-noida.png",
    inLanguage: "en-IN",
    keywords: "deposit, moving out",
  });
  expect(trail).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "Home" }, { name: "Blog", item: "https://gharsach.in/blog" }, { position: 3, item: url }],
  });
});
