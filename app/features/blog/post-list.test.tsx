// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PostList } from "./post-list";
import { testPost } from "./test-post";
import { renderPart } from "~/ui/test-page";

test("describes each article on a card with one link", { tags: ["2.100"] }, () => {
  const why = testPost({ id: 3, title: "Why we are here", path: "/blog/why" });
  renderPart(<PostList category="general" posts={[testPost(), why]} />);
  const list = within(screen.getByRole("region", { name: "General Renting Advice" }));
  expect(list.getAllByRole("article")).toHaveLength(2);
  const card = within(list.getByRole("article", { name: "Get your deposit back" }));
  expect(card.getByText("What to write and when.")).toBeTruthy();
  expect(card.getByText("7 May 2025").getAttribute("datetime")).toBe("2025-05-07");
  expect(card.getByText(/GharSach Team/)).toBeTruthy();
  expect(card.getAllByRole("listitem").map((tag) => tag.textContent)).toEqual(["deposit", "moving out"]);
  const links = card.getAllByRole("link", { name: "Read More about Get your deposit back" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/blog/get-your-deposit-back"]);
});

test("says that posts will come if there are none", { tags: ["2.100"] }, () => {
  renderPart(<PostList category="general" posts={[]} />);
  expect(screen.getByRole("heading", { level: 2, name: "General Renting Advice" })).toBeTruthy();
  expect(screen.getByText("No blog posts yet. Check back soon!")).toBeTruthy();
  expect(screen.queryByRole("article")).toBeNull();
});
