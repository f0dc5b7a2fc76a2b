/** The two lists of the blog: the key in an article's front matter, and the heading. (spec 2) */
export const ARTICLE_CATEGORIES = {
  general: "General Renting Advice",
  cityGuide: "City Rental Guides",
} as const;
export type ArticleCategory = keyof typeof ARTICLE_CATEGORIES;

/** An article in a list. (spec 3) */
export interface BlogPost {
  id: number;
  title: string;
  path: string;
  summary: string;
  /** YYYY-MM-DD, the day of publication. */
  date: string;
  author: string;
  tags: string[];
  category: ArticleCategory;
}

/** An article without its text. */
export interface Article extends BlogPost {
  slug: string;
  /** YYYY-MM-DD, the day on which its facts were last checked. */
  lastReviewed: string;
  /** The city of a guide, as in CITIES; null for general advice. */
  city: string | null;
  /** The text of the "Pro tip" box, as plain text. */
  proTip: string;
  /** Slugs of other articles, the most related first. */
  related: string[];
  readingMinutes: number;
}

const WORDS_PER_MINUTE = 200;

export function articlePath(slug: string): string {
  return `/blog/${slug}`;
}

/** Returns the articles from new to old. Ties: the higher id first. (spec 2) */
export function newestFirst<Post extends Pick<BlogPost, "id" | "date">>(posts: readonly Post[]): Post[] {
  return posts.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
}

/** Returns the articles published just before and just after this one; null at either end. */
export function neighbours<Post extends Pick<BlogPost, "id" | "date">>(
  posts: readonly Post[],
  id: number,
): { previous: Post | null; next: Post | null } {
  const sorted = newestFirst(posts);
  const place = sorted.findIndex((post) => post.id === id);
  if (place === -1) return { previous: null, next: null };
  return { previous: sorted[place + 1] ?? null, next: sorted[place - 1] ?? null };
}

/** Counts the words of a Markdown text. Ignores punctuation without a letter or digit, such as the dashes of a table. */
export function countWords(markdown: string): number {
  return markdown.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

/** Returns the reading time in whole minutes, at least one. */
export function readingMinutes(markdown: string): number {
  return Math.max(1, Math.round(countWords(markdown) / WORDS_PER_MINUTE));
}
