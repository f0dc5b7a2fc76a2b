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

test("an article has its text with contents, its tip and a way back", { tags: ["2.105", "2.106"] }, () => {
  show(testView());
  expect(screen.getByRole("heading", { level: 2, name: "Water" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Pro tip" }).textContent).toContain("Ask for the last three bills.");
  expect(screen.getByRole("link", { name: "Back to Blog" }).getAttribute("href")).toBe("/blog");
  for (const contents of screen.getAllByRole("navigation", { name: "On this page" })) {
    const links = within(contents).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/#water", "/#power"]);
  }
  expect(screen.queryByRole("navigation", { name: "More articles" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Related articles" })).toBeNull();
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
