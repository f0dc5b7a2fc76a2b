import { allArticles, findArticle, type WrittenArticle } from "~/data/articles";
import { type Article, type BlogPost, neighbours } from "~/domain/article";

export interface BlogIndex {
  general: BlogPost[];
  cityGuides: BlogPost[];
}

export interface ArticleView {
  article: WrittenArticle;
  related: BlogPost[];
  previous: BlogPost | null;
  next: BlogPost | null;
}

/** Returns the two lists of the blog, newest first. (spec 2, Blog) */
export function loadBlogIndex(): BlogIndex {
  const posts = allArticles().map(toPost);
  return {
    general: posts.filter(({ category }) => category === "general"),
    cityGuides: posts.filter(({ category }) => category === "cityGuide"),
  };
}

/** Returns an article with its suggestions; null if the slug is unknown. (spec 2, Blog) */
export function loadArticle(slug: string): ArticleView | null {
  const article = findArticle(slug);
  if (!article) return null;
  const { previous, next } = neighbours(allArticles(), article.id);
  return {
    article,
    related: article.related.flatMap((other) => {
      const post = findArticle(other);
      return post ? [toPost(post)] : [];
    }),
    previous: previous && toPost(previous),
    next: next && toPost(next),
  };
}

/** Returns the guide to renting in a city, by the listed name of the city; null without one. (spec 10) */
export function loadCityGuide(city: string): Pick<BlogPost, "title" | "path"> | null {
  const guide = allArticles().find((article) => article.city === city);
  return guide ? { title: guide.title, path: guide.path } : null;
}

// Lists show only these fields. Browsers should not download whole articles.
function toPost({ id, title, path, summary, date, author, tags, category }: Article): BlogPost {
  return { id, title, path, summary, date, author, tags, category };
}
