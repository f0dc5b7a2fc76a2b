import type { MetaDescriptor } from "react-router";
import type { Article } from "~/domain/article";

/** Returns the path of an article's preview image. The build draws it. */
export function articleImage({ slug }: Pick<Article, "slug">): string {
  return `/og/blog/${slug}.png`;
}

/** Returns the tags that only articles have: author, dates, structured data. */
export function articleMeta(article: Article, siteUrl: string, siteName: string): MetaDescriptor[] {
  const { title, path, summary, date, lastReviewed, author, tags } = article;
  const url = siteUrl + path;
  const us = { "@type": "Organization", name: siteName, url: siteUrl };
  return [
    { property: "article:published_time", content: date },
    { property: "article:modified_time", content: lastReviewed },
    { name: "author", content: author },
    ...tags.map((tag) => ({ property: "article:tag", content: tag })),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "BlogPosting",
        headline: title,
        description: summary,
        datePublished: date,
        dateModified: lastReviewed,
        author: { "@type": "Organization", name: author, url: siteUrl },
        publisher: us,
        mainEntityOfPage: url,
        image: siteUrl + articleImage(article),
        inLanguage: "en-IN",
        keywords: tags.join(", "),
      },
    },
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        itemListElement: [
          { "@type": "ListItem", position: 1, name: "Home", item: siteUrl },
          { "@type": "ListItem", position: 2, name: "Blog", item: `${siteUrl}/blog` },
          { "@type": "ListItem", position: 3, name: title, item: url },
        ],
      },
    },
  ];
}
