// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { testSite } from "~/domain/test-site";
import { blogFeed } from "./blog-feed";
import { testView } from "./test-post";

vi.mock("~/data/articles", () => ({
  allArticles: () => [
    { ...testView().article, title: "Rent & deposit: <ask> first", date: "2025-05-08" },
    { ...testView().article, path: "/blog/older", date: "2025-05-07" },
  ],
}));

test("writes a valid feed with absolute URLs", () => {
  const feed = new DOMParser().parseFromString(blogFeed("https://gharsach.in", testSite()), "application/xml");
  const textOf = (selector: string) => feed.querySelector(selector)?.textContent;
  expect([feed.documentElement.tagName, feed.querySelector("parsererror")]).toEqual(["rss", null]);
  expect(textOf("channel > link")).toBe("https://gharsach.in/blog");
  expect(textOf("lastBuildDate")).toBe("Thu, 08 May 2025 06:30:00 GMT");
  expect(feed.querySelector("channel > *[rel=self]")?.getAttribute("href")).toBe("https://gharsach.in/blog/rss.xml");
  expect(textOf("item > title")).toBe("Rent & deposit: <ask> first");
  expect(textOf("item > description")).toBe("What to write and when.");
  expect(textOf("item > author")).toBe("hello@gharsach.in (GharSach Team)");
  expect(textOf("item > pubDate")).toBe("Thu, 08 May 2025 06:30:00 GMT");
  expect([...feed.querySelectorAll("item > link")].map(({ textContent }) => textContent)).toEqual([
    "https://gharsach.in/blog/rent-in-greater-noida",
    "https://gharsach.in/blog/older",
  ]);
});
