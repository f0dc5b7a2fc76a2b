// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { ArticlePage } from "./article-page";
import type { ArticleView } from "./load-blog";
import { testPost, testView } from "./test-post";

afterEach(cleanup);

test("an article shows who wrote it, when, and how long it takes to read", () => {
  show(testView());
  const article = within(screen.getByRole("article", { name: "Rent in Greater Noida" }));
  expect(article.getByRole("heading", { level: 1, name: "Rent in Greater Noida" })).toBeTruthy();
  expect(article.getByText(/^By GharSach Team/).textContent).toBe("By GharSach Team, 7 May 2025");
  expect(article.getByText("7 May 2025").getAttribute("datetime")).toBe("2025-05-07");
  expect(article.getByText(/^Last reviewed/).textContent).toBe("Last reviewed 21 Nov 2026");
  expect(article.getByText("21 Nov 2026").getAttribute("datetime")).toBe("2026-11-21");
  expect(article.getByText("6 min read")).toBeTruthy();
  expect(within(article.getByRole("list", { name: "Tags" })).getAllByRole("listitem")).toHaveLength(2);
});

test("a guide leads to the reviews of its city, general advice to none", () => {
  const view = testView();
  show(view);
  expect(screen.getByRole("link", { name: "Reviews in Greater Noida" }).getAttribute("href")).toBe(
    "/reviews?city=Greater+Noida",
  );
  cleanup();
  show({ ...view, article: { ...view.article, category: "general", city: null } });
  expect(screen.queryByRole("link", { name: /^Reviews in/ })).toBeNull();
});

test("related articles, the one before and the one after can be reached", () => {
  show(
    testView({
      related: [testPost()],
      previous: testPost({ id: 10, title: "Rent in Pune", path: "/blog/rent-in-pune" }),
      next: testPost({ id: 12, title: "Rent in Delhi", path: "/blog/rent-in-delhi" }),
    }),
  );
  const related = within(screen.getByRole("region", { name: "Related articles" }));
  expect(related.getByRole("link", { name: "Get your deposit back" }).getAttribute("href")).toBe(testPost().path);
  const more = within(screen.getByRole("navigation", { name: "More articles" }));
  expect(more.getByRole("link", { name: "Previous article Rent in Pune" }).getAttribute("href")).toBe(
    "/blog/rent-in-pune",
  );
  expect(more.getByRole("link", { name: "Next article Rent in Delhi" }).getAttribute("href")).toBe(
    "/blog/rent-in-delhi",
  );
});

function show(view: ArticleView) {
  render(
    <MemoryRouter>
      <ArticlePage view={view} />
    </MemoryRouter>,
  );
}
