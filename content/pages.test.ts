import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPageFile } from "~/data/front-matter";
import { renderMarkdown } from "~/data/markdown";
import { brokenLinks, linksIn } from "./links";

const PAGES = readdirSync("content/pages").map((name) => {
  const file = `content/pages/${name}`;
  const page = readPageFile(file, readFileSync(file, "utf8"));
  return { ...page, ...renderMarkdown(page.body) };
});

test("has a text for every information page", { tags: ["1.13"] }, () => {
  const slugs = ["about", "how-reviews-are-checked", "privacy", "review-policy", "terms"];
  expect(PAGES.map(({ slug }) => slug)).toEqual(slugs);
});

test.each(PAGES)("checks headings, description and links of $slug", (page) => {
  expect(page.headings.length).toBeGreaterThanOrEqual(3);
  expect(page.facts.description.length).toBeLessThanOrEqual(170);
  expect(page.html).not.toContain("<h1");
  expect(page.html).not.toContain("&lt;");
  expect(brokenLinks(page.body)).toEqual([]);
});

test("finds broken links", () => {
  const good = ["/", "/about", "/submit-review", "/reviews", "/homes/greater-noida", "/blog", "#water"];
  const bad = ["/abuot", "/blog/nothing", "/homes/bangalore", "/reviews?city=Pune", "about", "//a.in", "#fire"];
  const other = ["https://tenancy.tn.gov.in", "mailto:hello@gharsach.in"];
  const text = `## Water\n\n${[...good, ...bad, ...other].map((link) => `[x](${link})`).join(" ")}\n`;
  expect(linksIn(text)).toEqual([...good, ...bad, ...other]);
  expect(brokenLinks(text)).toEqual([...bad]);
});
