import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPageFile } from "~/data/front-matter";
import { renderMarkdown } from "~/data/markdown";
import { NOTICE_LANGUAGES } from "~/domain/notice-languages";
import { languageOf } from "~/ui/language-of";
import { brokenLinks, linksIn } from "./links";

const PAGES = pagesIn("content/pages");
const NOTICES = pagesIn("content/pages/privacy");

function pagesIn(folder: string) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return names.map((name) => {
    const file = `${folder}/${name}`;
    const page = readPageFile(file, readFileSync(file, "utf8"));
    return { ...page, ...renderMarkdown(page.body) };
  });
}

test("has a text for every information page", { tags: ["1.13"] }, () => {
  const slugs = ["about", "how-reviews-are-checked", "privacy", "review-policy", "terms"];
  expect(PAGES.map(({ slug }) => slug)).toEqual(slugs);
});

test("has a short notice in each language, with all its parts", { tags: ["10.601"] }, () => {
  expect(NOTICES.map(({ slug }) => slug)).toEqual(Object.keys(NOTICE_LANGUAGES).toSorted());
  for (const { slug, facts, body } of NOTICES) {
    expect(facts.description.length, slug).toBeLessThanOrEqual(170);
    const words = body.replace(/^\{if sealed\}.*$/m, "").split(/\s+/).length;
    expect(words, slug).toBeGreaterThan(100);
    expect(words, slug).toBeLessThanOrEqual(180);
    expect(body.match(/^\*\*/gm), "what, why, how long, how to withdraw, where to write").toHaveLength(5);
    for (const part of ["{{grievance_officer}}", "Data Protection Board of India", "](/account)", "](/privacy)"])
      expect(body, slug).toContain(part);
    expect(body, slug).toMatch(/18|१८|১৮/);
    expect(body, slug).toMatch(/30|३०|৩০/);
    const script = { en: undefined, mr: "hi" };
    expect(languageOf(body), slug).toBe(slug in script ? script[slug as keyof typeof script] : slug);
    expect(brokenLinks(body)).toEqual([]);
  }
});

test("names the Data Protection Board after the Grievance Officer", { tags: ["10.602"] }, () => {
  const privacy = PAGES.find(({ slug }) => slug === "privacy")?.body ?? "";
  expect(privacy).toMatch(
    /\{\{grievance_officer\}\}[\s\S]*Grievance Officer's answer.*complain to the Data Protection Board of India\./,
  );
});

test.each(["terms", "review-policy"])("names the Grievance Appellate Committee on %s", { tags: ["10.602"] }, (slug) => {
  const body = PAGES.find((page) => page.slug === slug)?.body;
  expect(body).toMatch(
    /appeal to the government's \[Grievance Appellate Committee\]\(https:\/\/gac\.gov\.in\) within 30 days/,
  );
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
