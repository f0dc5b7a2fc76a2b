import { readPageFile } from "./front-matter";
import { type Heading, renderMarkdown } from "./markdown";

/** An information page with its text as HTML. */
export interface InformationPage {
  path: string;
  title: string;
  description: string;
  intro: string | null;
  /** YYYY-MM-DD */
  lastUpdated: string;
  html: string;
  headings: Heading[];
}

// Read at the start of the server. For loaders only.
const FILES = import.meta.glob<string>("/content/pages/*.md", { query: "?raw", import: "default", eager: true });
const PAGES = new Map(Object.entries(FILES).map(([file, source]) => readPage(file, source)));

/** Returns the page content/pages/{slug}.md, or null. (spec 2) */
export function findInformationPage(slug: string): InformationPage | null {
  return PAGES.get(slug) ?? null;
}

function readPage(file: string, source: string): [string, InformationPage] {
  const { slug, facts, body } = readPageFile(file, source);
  return [slug, { ...facts, path: `/${slug}`, intro: facts.intro ?? null, ...renderMarkdown(body) }];
}
