import { expect, test } from "vitest";
import { loadArticle, loadBlogIndex } from "./load-blog";

test(
  "the blog has four pieces of general advice and ten city guides, newest first",
  { tags: ["2.100", "2.102"] },
  () => {
    const { general, cityGuides } = loadBlogIndex();
    expect(general.map(({ id }) => id)).toEqual(idsNewestFirst(general));
    expect(general.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([2, 3, 13, 14]);
    expect(cityGuides.map(({ id }) => id)).toEqual(idsNewestFirst(cityGuides));
    expect(cityGuides).toHaveLength(10);
  },
);

test("a list carries no texts", { tags: ["3.28"] }, () => {
  const [post] = loadBlogIndex().general;
  expect(Object.keys(post ?? {}).toSorted()).toEqual(
    ["author", "category", "date", "id", "path", "summary", "tags", "title"].toSorted(),
  );
});

test("an article comes with its text and its ways on", { tags: ["7.20"] }, () => {
  const view = loadArticle("questions-to-ask-before-renting");
  expect(view?.article.html).toContain("<h2 id=");
  expect(view?.related.map(({ path }) => path)).toEqual(view?.article.related.map((slug) => `/blog/${slug}`));
  expect(view?.previous ?? view?.next).toBeTruthy();
});

test("an unknown slug is no article", () => {
  expect(loadArticle("no-such-article")).toBeNull();
});

function idsNewestFirst(posts: { id: number; date: string }[]): number[] {
  return posts.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date) || b.id - a.id).map(({ id }) => id);
}
