import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type ArticleFacts, readArticleFile } from "~/data/front-matter";
import { renderMarkdown } from "~/data/markdown";
import { countWords } from "~/domain/article";
import { listedCity } from "~/domain/cities";
import { brokenLinks, linksIn } from "./links";

const CITY_GUIDE = "5-things-to-check-before-renting-flat-";
const CITIES_IN_SLUGS = [
  "chennai",
  "mumbai",
  "delhi",
  "bangalore",
  "hyderabad",
  "pune",
  "kolkata",
  "ahmedabad",
  "noida",
  "gurgaon",
];
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

test(
  "the blog has its 14 articles and no others",
  {
    tags: [
      "1.12",
      "2.20",
      "2.21",
      "2.22",
      "2.23",
      "2.24",
      "2.25",
      "2.26",
      "2.27",
      "2.28",
      "2.29",
      "2.30",
      "2.31",
      "2.32",
      "2.33",
      "9.38",
    ],
  },
  () => {
    expect(slugs(() => true)).toEqual([...GENERAL, ...CITY_GUIDES].toSorted());
  },
);

test(
  "general advice and city guides are the articles that the lists name",
  { tags: ["2.100", "2.101", "3.28"] },
  () => {
    expect(slugs(({ category }) => category === "general")).toEqual(GENERAL.toSorted());
    expect(ids(({ category }) => category === "general")).toEqual([2, 3, 13, 14]);
    expect(slugs(({ category }) => category === "cityGuide")).toEqual(CITY_GUIDES.toSorted());
    expect(ids(({ category }) => category === "cityGuide")).toEqual([1, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  },
);

describe.each(ARTICLES)("$slug", ({ slug, facts, body, html, headings }) => {
  test("was published in the first week and has been reviewed since", { tags: ["9.39"] }, () => {
    expect(facts.date >= "2025-05-07" && facts.date <= "2025-05-12", facts.date).toBe(true);
    expect(facts.lastReviewed > facts.date, facts.lastReviewed).toBe(true);
    expect(facts.author).toBe("GharSach Team");
  });

  test("has a title, a summary and tags that fit a card", () => {
    expect(facts.title.length).toBeLessThan(70);
    expect(facts.summary.length).toBeGreaterThanOrEqual(110);
    expect(facts.summary.length).toBeLessThanOrEqual(170);
    expect(facts.tags.length).toBeGreaterThanOrEqual(3);
    expect(facts.tags.length).toBeLessThanOrEqual(5);
    expect(facts.tags).toEqual(facts.tags.map((tag) => tag.toLowerCase()));
  });

  test("is long enough to help and short enough to read", () => {
    const words = countWords(body);
    expect(words).toBeGreaterThanOrEqual(900);
    expect(words).toBeLessThanOrEqual(1_600);
  });

  test("has parts with headings, a table or list, and a message to copy", () => {
    expect(headings.length).toBeGreaterThanOrEqual(3);
    expect(html).toMatch(/<table>|<ul>|<ol>/);
    expect(html).toContain("<blockquote>");
    expect(html).not.toContain("<h1");
    expect(html).not.toContain("&lt;");
  });

  test("leads to pages that exist, to other articles and to the reviews", () => {
    expect(brokenLinks(body)).toEqual([]);
    const links = linksIn(body);
    const others = new Set(links.filter((link) => link.startsWith("/blog/") && link !== `/blog/${slug}`));
    expect(others.size).toBeGreaterThanOrEqual(2);
    expect(links.some((link) => /^\/reviews(\?|$)/.test(link))).toBe(true);
  });

  test("is related to other articles of ours", () => {
    const known = slugs((other) => other !== facts);
    expect(facts.related.length).toBeGreaterThanOrEqual(2);
    expect(new Set(facts.related).size).toBe(facts.related.length);
    expect(facts.related.filter((other) => !known.includes(other))).toEqual([]);
  });
});

test("the article on why the site exists asks for a review", { tags: ["2.107"] }, () => {
  const article = ARTICLES.find(({ slug }) => slug === "why-we-created-gharsach-in");
  expect(linksIn(article?.body ?? "")).toContain("/submit-review");
});

describe.each(CITIES_IN_SLUGS)("the guide to %s", (cityInSlug) => {
  const article = ARTICLES.find(({ slug }) => slug === CITY_GUIDE + cityInSlug);

  test("is about that city and leads to its reviews", () => {
    const city = article?.facts.category === "cityGuide" ? article.facts.city : null;
    expect(city).toBe(listedCity(cityInSlug));
    expect(linksIn(article?.body ?? "")).toContain(`/reviews?${new URLSearchParams({ city: city ?? "" })}`);
  });

  test("has five things to check, in order", () => {
    const numbered = article?.headings.flatMap(({ text }) => /^(\d+)\. /.exec(text)?.[1] ?? []);
    expect(numbered).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("is a text of its own: at most 15 % of its 8-word sequences stand in any other", () => {
    const own = sequences(article?.body ?? "");
    const shared = ARTICLES.filter(({ slug }) => slug.startsWith(CITY_GUIDE) && slug !== article?.slug).map((other) => {
      return { other: other.slug, share: sharedPart(own, sequences(other.body)) };
    });
    expect(shared).toHaveLength(9);
    expect(shared.filter(({ share }) => !(share <= 0.15))).toEqual([]);
  });
});

test("brokerage and rises of the rent are matters of the articles alone", { tags: ["9.40"] }, () => {
  const figures = /brokerage|\b(?:rent )?hikes?\b/i;
  const articles = ARTICLES.filter(({ body }) => figures.test(body));
  expect(articles.length).toBeGreaterThan(0);
  const elsewhere = ["app", "content/pages"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:tsx?|md)$/.test(name))
      .filter((name) => figures.test(readFileSync(`${folder}/${name}`, "utf8"))),
  );
  expect(elsewhere).toEqual([]);
});

test("shared sequences are found, whatever the case and the links", () => {
  const text = "Ask the guard at the gate how often the lift stops.";
  const copy = "First: ask the GUARD at the [gate](/reviews) how often **the lift** stops.";
  expect(sequences(text).size).toBe(4);
  expect(sharedPart(sequences(text), sequences(copy))).toBe(1);
  expect(sharedPart(sequences(copy), sequences(text))).toBeCloseTo(4 / 5);
});

function slugs(isWanted: (facts: ArticleFacts) => boolean): string[] {
  return ARTICLES.filter(({ facts }) => isWanted(facts)).map(({ slug }) => slug);
}

function ids(isWanted: (facts: ArticleFacts) => boolean): number[] {
  return ARTICLES.filter(({ facts }) => isWanted(facts))
    .map(({ facts }) => facts.id)
    .toSorted((a, b) => a - b);
}

/** How much of one text's sequences, from 0 to 1, the other has too. */
function sharedPart(own: Set<string>, other: Set<string>): number {
  return [...own].filter((sequence) => other.has(sequence)).length / own.size;
}

/** Every run of eight words in a text, without the addresses of its links. */
function sequences(markdown: string): Set<string> {
  const words =
    markdown
      .replace(/\]\([^)]*\)/g, "]")
      .toLowerCase()
      .match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return new Set(words.slice(7).map((_, start) => words.slice(start, start + 8).join(" ")));
}
