import { expect, test } from "vitest";
import { readArticleFile, readPageFile } from "./front-matter";

const FILE = "content/blog/rent-in-pune.md";

const FACTS = {
  id: 9,
  title: "Rent in Pune: what to look at",
  summary: "Five things.",
  date: "2025-05-08",
  lastReviewed: "2026-11-21",
  author: "GharSach Team",
  tags: ["deposit", "pune"],
  category: "cityGuide",
  city: "Pune",
  proTip: "Ask for the last three bills.",
  related: ["rent-in-delhi"],
};

test("parses an article's facts, text and file name, also with Windows line ends", () => {
  const body = "## Water\n\nAsk --- twice.";
  expect(readArticleFile(FILE, article())).toEqual({ slug: "rent-in-pune", facts: FACTS, body });
  expect(readArticleFile(FILE, article().replaceAll("\n", "\r\n")).facts).toEqual(FACTS);
});

test("accepts an information page without an introduction", () => {
  const source = "---\ntitle: About\ndescription: Who we are.\nlastUpdated: 2026-11-21\n---\n\nText.\n";
  const facts = { title: "About", description: "Who we are.", lastUpdated: "2026-11-21" };
  expect(readPageFile("content/pages/about.md", source)).toEqual({ slug: "about", facts, body: "Text." });
});

test.each([
  ["a missing field", { summary: null }, /^content\/blog\/rent-in-pune\.md: summary: /],
  ["an empty field", { proTip: "" }, /rent-in-pune\.md: proTip: /],
  ["a day that does not exist", { date: "2025-02-30" }, /rent-in-pune\.md: date: /],
  ["an unknown category", { category: "cityguide" }, /rent-in-pune\.md: category: /],
  ["a city guide without a city", { city: null }, /rent-in-pune\.md: city: /],
  ["a general article with a city", { category: "general" }, /rent-in-pune\.md: .*city/],
  ["an unknown field", { subtitle: "More" }, /rent-in-pune\.md: .*subtitle/],
  ["an address in place of a slug", { related: ["/blog/rent-in-delhi"] }, /rent-in-pune\.md: related: 0: /],
])("rejects %s and names file and field", (_, change, message) => {
  expect(() => readArticleFile(FILE, article(change))).toThrow(message);
});

test("rejects a file without front matter, with broken YAML or an invalid name", () => {
  expect(() => readArticleFile(FILE, "## Water\n")).toThrow(`${FILE}: must begin with front matter`);
  expect(() => readArticleFile(FILE, '---\ntitle: "Rent\n---\n')).toThrow(`${FILE}: `);
  const spaced = "content/blog/Rent in Pune.md";
  expect(() => readArticleFile(spaced, article())).toThrow(`${spaced}: the name`);
});

/** Returns the source of an article with changed front matter. Null leaves a line out. */
function article(change: object = {}): string {
  const lines = Object.entries({ ...FACTS, ...change })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n## Water\n\nAsk --- twice.\n`;
}
