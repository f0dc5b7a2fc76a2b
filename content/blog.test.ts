import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type ArticleFacts, readArticleFile } from "~/data/front-matter";
import { renderMarkdown } from "~/data/markdown";
import { countWords } from "~/domain/article";
import { listedCity } from "~/domain/cities";
import { cityHomesPath } from "~/domain/home";
import { brokenLinks, linksIn } from "./links";

const CITY_GUIDE = "5-things-to-check-before-renting-flat-";
const CITIES_IN_SLUGS = "chennai mumbai delhi bangalore hyderabad pune kolkata ahmedabad noida gurgaon".split(" ");
const GENERAL = [
  "how-to-deal-with-difficult-landlord-india",
  "why-we-created-gharsach-in",
  "what-to-do-if-landlord-refuses-deposit-return",
  "questions-to-ask-before-renting",
];
const CITY_GUIDES = CITIES_IN_SLUGS.map((city) => CITY_GUIDE + city);

const ARTICLES = readdirSync("content/blog").map((name) => {
  const file = `content/blog/${name}`;
  const article = readArticleFile(file, readFileSync(file, "utf8"));
  return { ...article, ...renderMarkdown(article.body) };
});

test("has 4 articles of general advice", { tags: ["1.12", "2.20", "2.100", "3.28"] }, () => {
  expect(slugs("general")).toEqual(GENERAL.toSorted());
  expect(ids("general")).toEqual([2, 3, 13, 14]);
});

test("has 10 city guides and no other article", { tags: ["2.20", "2.100"] }, () => {
  expect(slugs("cityGuide")).toEqual(CITY_GUIDES.toSorted());
  expect(ids("cityGuide")).toEqual([1, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(ARTICLES).toHaveLength(14);
});

test.each(ARTICLES)(
  "dates $slug and fits it on a card",
  { tags: ["1.12"] },
  ({ slug, facts, body, html, headings }) => {
    expect(facts.date >= "2025-05-07" && facts.date <= "2025-05-12", facts.date).toBe(true);
    expect(facts.lastReviewed > facts.date, facts.lastReviewed).toBe(true);
    expect(facts.author).toBe("GharSach Team");

    expect(facts.title.length).toBeLessThan(70);
    expectBetween(facts.summary.length, 110, 170);
    expectBetween(facts.tags.length, 3, 5);
    expect(facts.tags).toEqual(facts.tags.map((tag) => tag.toLowerCase()));
    expect(new Set(facts.related).size).toBe(facts.related.length);
    expect(facts.related.length).toBeGreaterThanOrEqual(2);
    const others = ARTICLES.filter((article) => article.slug !== slug).map((article) => article.slug);
    expect(others).toEqual(expect.arrayContaining(facts.related));

    expectBetween(countWords(body), 900, 1_600);
    expect(headings.length).toBeGreaterThanOrEqual(3);
    expect(html).toMatch(/<table>|<ul>|<ol>/);
    expect(html).toContain("<blockquote>");
    expect(html).not.toMatch(/<h1|&lt;/);
    expect(brokenLinks(body)).toEqual([]);
    const links = new Set(linksIn(body));
    expect(others.filter((other) => links.has(`/blog/${other}`)).length).toBeGreaterThanOrEqual(2);
    expect([...links].some((link) => /^\/(reviews$|homes\/)/.test(link))).toBe(true);
  },
);

test("asks for a review in the article on why the site exists", { tags: ["2.105"] }, () => {
  const article = ARTICLES.find(({ slug }) => slug === "why-we-created-gharsach-in");
  expect(linksIn(article?.body ?? "")).toContain("/submit-review");
});

test.each(CITIES_IN_SLUGS)("links the guide to %s to its homes and lists five things to check", (cityInSlug) => {
  const guides = ARTICLES.filter(({ slug }) => slug.startsWith(CITY_GUIDE));
  const guide = guides.find(({ slug }) => slug === CITY_GUIDE + cityInSlug);
  const city = guide?.facts.category === "cityGuide" ? guide.facts.city : null;
  expect(city).toBe(listedCity(cityInSlug));
  expect(linksIn(guide?.body ?? "")).toContain(cityHomesPath(city ?? ""));
  const numbered = guide?.headings.flatMap(({ text }) => /^(\d+)\. /.exec(text)?.[1] ?? []);
  expect(numbered).toEqual(["1", "2", "3", "4", "5"]);
  // At most 15 % of the guide's sequences of eight words are in another guide.
  const shares = guides
    .filter((other) => other !== guide)
    .map((other) => sharedPart(sequences(guide?.body ?? ""), sequences(other.body)));
  expect(shares).toHaveLength(9);
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.15);
});

function slugs(category: ArticleFacts["category"]): string[] {
  return ARTICLES.filter(({ facts }) => facts.category === category).map(({ slug }) => slug);
}

function ids(category: ArticleFacts["category"]): number[] {
  const facts = ARTICLES.map((article) => article.facts).filter((article) => article.category === category);
  return facts.map(({ id }) => id).toSorted((a, b) => a - b);
}

function expectBetween(value: number, least: number, most: number) {
  expect(value).toBeGreaterThanOrEqual(least);
  expect(value).toBeLessThanOrEqual(most);
}

/** Returns the share of one text's sequences that the other text has, too. */
function sharedPart(own: Set<string>, other: Set<string>): number {
  return [...own].filter((sequence) => other.has(sequence)).length / own.size;
}

/** Returns all sequences of eight words in a text, without link URLs. */
function sequences(markdown: string): Set<string> {
  const words =
    markdown
      .replace(/\]\([^)]*\)/g, "]")
      .toLowerCase()
      .match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return new Set(words.slice(7).map((_, start) => words.slice(start, start + 8).join(" ")));
}
