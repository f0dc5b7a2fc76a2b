// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { blogFeed } from "./blog-feed";
import { testView } from "./test-post";

vi.mock("~/data/articles", () => ({
  allArticles: () => [
    { ...testView().article, title: "Rent & deposit: <ask> first", date: "2025-05-08" },
    { ...testView().article, path: "/blog/older", date: "2025-05-07" },
  ],
}));

test("the feed is well-formed and names every article with its whole address", () => {
  const feed = new DOMParser().parseFromString(blogFeed("https://gharsach.in"), "application/xml");
  expect(feed.querySelector("parsererror")).toBeNull();
  expect(feed.documentElement.tagName).toBe("rss");
  const [newest, older] = [...feed.querySelectorAll("item")];
  const textOf = (name: string) => newest?.querySelector(name)?.textContent;
  expect(textOf("title")).toBe("Rent & deposit: <ask> first");
  expect(textOf("link")).toBe("https://gharsach.in/blog/rent-in-greater-noida");
  expect(textOf("description")).toBe("What to write and when.");
  expect(textOf("author")).toBe("hello@gharsach.in (GharSach Team)");
  expect(textOf("pubDate")).toBe("Thu, 08 May 2025 06:30:00 GMT");
  expect(older?.querySelector("link")?.textContent).toBe("https://gharsach.in/blog/older");
});

test("the feed says where it is and when something was last added", () => {
  const feed = new DOMParser().parseFromString(blogFeed("https://gharsach.in"), "application/xml");
  expect(feed.querySelector("channel > link")?.textContent).toBe("https://gharsach.in/blog");
  expect(feed.querySelector("lastBuildDate")?.textContent).toBe("Thu, 08 May 2025 06:30:00 GMT");
  expect(feed.querySelector("channel > *[rel=self]")?.getAttribute("href")).toBe("https://gharsach.in/blog/rss.xml");
});
