import { type Article, articlePath, newestFirst, readingMinutes } from "~/domain/article";
import { readArticleFile } from "./front-matter";
import { type Heading, renderMarkdown } from "./markdown";

/** An article with its text as HTML. */
export interface WrittenArticle extends Article {
  html: string;
  headings: Heading[];
}

// The server reads all articles when it starts, and an invalid one stops it. Only loaders may import this file: in a page's code,
// it would send all articles to every browser.
const FILES = import.meta.glob<string>("/content/blog/*.md", { query: "?raw", import: "default", eager: true });
const ARTICLES = newestFirst(Object.entries(FILES).map(([file, source]) => readArticle(file, source)));

/** Returns all articles, newest first. (spec 2) */
export function allArticles(): readonly Article[] {
  return ARTICLES;
}

/** Returns the article at /blog/{slug}, or null. (spec 2) */
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
