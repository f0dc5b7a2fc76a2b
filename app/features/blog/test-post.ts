import type { BlogPost } from "~/domain/article";
import type { ArticleView } from "./load-blog";

/** Returns a post of general advice, for tests. */
export function testPost(own: Partial<BlogPost> = {}): BlogPost {
  return {
    id: 2,
    title: "Get your deposit back",
    path: "/blog/get-your-deposit-back",
    summary: "What to write and when.",
    date: "2025-05-07",
    author: "GharSach Team",
    tags: ["deposit", "moving out"],
    category: "general",
    ...own,
  };
}

/** Returns the view of a city guide without related articles, for tests. */
export function testView(own: Partial<ArticleView> = {}): ArticleView {
  return {
    article: {
      ...testPost({
        id: 11,
        title: "Rent in Greater Noida",
        path: "/blog/rent-in-greater-noida",
        category: "cityGuide",
      }),
      slug: "rent-in-greater-noida",
      lastReviewed: "2026-11-21",
      city: "Greater Noida",
      proTip: "Ask for the last three bills.",
      related: [],
      readingMinutes: 6,
      html: '<h2 id="water">Water</h2><p>Ask <a href="/reviews">tenants</a>.</p><h2 id="power">Power</h2>',
      headings: [
        { id: "water", text: "Water" },
        { id: "power", text: "Power" },
      ],
    },
    related: [],
    previous: null,
    next: null,
    ...own,
  };
}
