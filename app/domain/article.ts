/** The two lists of the blog. The keys stand in the articles' front matter; the labels are the lists' headings. (spec 2) */
export const ARTICLE_CATEGORIES = {
  general: "General Renting Advice",
  cityGuide: "City Rental Guides",
} as const;
export type ArticleCategory = keyof typeof ARTICLE_CATEGORIES;

/** What a list of articles says of each. (spec 3) */
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

/** An article with all that is known of it but its text. */
export interface Article extends BlogPost {
  slug: string;
  /** YYYY-MM-DD, the day on which its facts were last checked. */
  lastReviewed: string;
  /** The city of a guide, as the list of cities spells it; null for general advice. */
  city: string | null;
  /** One habit worth more than the rest, as plain text. */
  proTip: string;
  /** Slugs of other articles, the nearest first. */
  related: string[];
  readingMinutes: number;
}

const WORDS_PER_MINUTE = 200;

/** Where an article is read. (spec 2) */
export function articlePath(slug: string): string {
  return `/blog/${slug}`;
}

/** The articles with the newest first; of those of one day, the one with the higher id. (spec 2) */
export function newestFirst<Post extends Pick<BlogPost, "id" | "date">>(posts: readonly Post[]): Post[] {
  return posts.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
}

/** The articles published just before and just after one of them; null at either end. */
export function neighbours<Post extends Pick<BlogPost, "id" | "date">>(
  posts: readonly Post[],
  id: number,
): { previous: Post | null; next: Post | null } {
  const sorted = newestFirst(posts);
  const place = sorted.findIndex((post) => post.id === id);
  if (place === -1) return { previous: null, next: null };
  return { previous: sorted[place + 1] ?? null, next: sorted[place - 1] ?? null };
}

/** How many words a text in Markdown has. Punctuation alone, such as the rules of a table, does not count. */
export function countWords(markdown: string): number {
  return markdown.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

/** How long a text takes to read, in whole minutes and at least one. */
export function readingMinutes(markdown: string): number {
  return Math.max(1, Math.round(countWords(markdown) / WORDS_PER_MINUTE));
}
