import { expect, test } from "vitest";
import { loadArticle, loadBlogIndex } from "./load-blog";

test("leaves the texts out of a list", { tags: ["3.28"] }, () => {
  const [post] = loadBlogIndex().general;
  expect(Object.keys(post ?? {}).toSorted()).toEqual(
    ["author", "category", "date", "id", "path", "summary", "tags", "title"].toSorted(),
  );
});

test("loads an article with its text and related articles", { tags: ["1.12"] }, () => {
  const view = loadArticle("questions-to-ask-before-renting");
  expect(view?.article.html).toContain("<h2 id=");
  expect(view?.related.map(({ path }) => path)).toEqual(view?.article.related.map((slug) => `/blog/${slug}`));
  expect(view?.previous ?? view?.next).toBeTruthy();
  expect(loadArticle("no-such-article")).toBeNull();
});
