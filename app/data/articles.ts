import { type Article, articlePath, newestFirst, readingMinutes } from "~/domain/article";
import { readArticleFile } from "./front-matter";
import { type Heading, renderMarkdown } from "./markdown";

/** An article with its text as HTML. */
export interface WrittenArticle extends Article {
  html: string;
  headings: Heading[];
}

// Read when the server starts: an article that is not as it should be stops the start. Only loaders may come here, or
// the articles and what reads them would travel to every browser.
const FILES = import.meta.glob<string>("/content/blog/*.md", { query: "?raw", import: "default", eager: true });
const ARTICLES = newestFirst(Object.entries(FILES).map(([file, source]) => readArticle(file, source)));

/** All articles, the newest first. (spec 2) */
export function allArticles(): readonly Article[] {
  return ARTICLES;
}

/** The article at /blog/{slug} with its text, or null where there is none. (spec 2) */
export function findArticle(slug: string): WrittenArticle | null {
  return ARTICLES.find((article) => article.slug === slug) ?? null;
}

function readArticle(file: string, source: string): WrittenArticle {
  const { slug, facts, body } = readArticleFile(file, source);
  return {
    ...facts,
    slug,
    path: articlePath(slug),
    city: facts.category === "cityGuide" ? facts.city : null,
    readingMinutes: readingMinutes(body),
    ...renderMarkdown(body),
  };
}
