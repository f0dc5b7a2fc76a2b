// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ArticlePage } from "./article-page";
import { testPost, testView } from "./test-post";
import { renderPart } from "~/ui/test-page";

test("links to the related, previous and next articles", () => {
  const neighbors = {
    previous: testPost({ id: 10, title: "Rent in Pune", path: "/blog/rent-in-pune" }),
    next: testPost({ id: 12, title: "Rent in Delhi", path: "/blog/rent-in-delhi" }),
  };
  renderPart(<ArticlePage view={testView({ related: [testPost()], ...neighbors })} />);
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
