// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { ArticlePage } from "./article-page";
import type { ArticleView } from "./load-blog";
import { testPost, testView } from "./test-post";

test("links to the related, previous and next articles", () => {
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
