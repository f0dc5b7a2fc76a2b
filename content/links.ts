import { existsSync } from "node:fs";
import { renderMarkdown } from "~/data/markdown";
import { listedCity } from "~/domain/cities";
import { cityHomesPath } from "~/domain/home";
import routes from "~/routes";

const PATHS = new Set(
  routes.flatMap(({ path: pattern, index }) => {
    const path = pattern?.replace(/\/:\w+\?$/, "");
    return index ? ["/"] : path && !/[:*]/.test(path) ? [`/${path}`] : [];
  }),
);

/** Returns the URLs that a Markdown text links to. */
export function linksIn(markdown: string): string[] {
  return [...renderMarkdown(markdown).html.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
}

/** Returns the broken links of a Markdown text: unknown pages, articles or cities, and fragments without a heading. */
export function brokenLinks(markdown: string): string[] {
  const { html } = renderMarkdown(markdown);
  return linksIn(markdown).filter((link) => {
    if (link.startsWith("#")) return !html.includes(` id="${link.slice(1)}"`);
    if (/^(https:\/\/|mailto:[^@]+@[^@]+$)/.test(link)) return false;
    return !leadsToPage(link);
  });
}

function leadsToPage(link: string): boolean {
  if (!link.startsWith("/") || link.startsWith("//")) return false;
  const { pathname, searchParams, hash } = new URL(link, "https://gharsach.invalid");
  if (hash !== "") return false;
  const slug = /^\/blog\/(?!rss\.xml$)([^/]+)$/.exec(pathname)?.[1];
  if (slug !== undefined) return searchParams.size === 0 && existsSync(`content/blog/${slug}.md`);
  if (searchParams.size > 0) return false;
  const city = /^\/homes\/([^/]+)$/.exec(pathname)?.[1];
  return city === undefined ? PATHS.has(pathname) : cityHomesPath(listedCity(city) ?? "") === pathname;
}
