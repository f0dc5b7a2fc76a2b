import { readPageFile } from "./front-matter";
import { type Heading, renderMarkdown } from "./markdown";
import { contactOf, type Site } from "~/domain/site";

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
const FILES = import.meta.glob<string>("/content/pages/**/*.md", { query: "?raw", import: "default", eager: true });
const PAGES = new Map(Object.entries(FILES).map(([file, source]) => readPage(file, source)));

const IF_SEALED = /<p>\{if sealed\} (.*?<\/p>\n?)/g;

/**
 * Returns content/pages/{slug}.md ("terms", "privacy/hi") with its placeholders filled, and without paragraphs that begin with {if sealed} unless deletions are
 * sealed; null if there is no such page. (spec 2, 11)
 */
export function findInformationPage(slug: string, site: Site): InformationPage | null {
  const page = PAGES.get(slug);
  if (!page) return null;
  const { title, description, intro, html } = page;
  const named = (text: string) => text.replaceAll("{{site_name}}", site.name);
  const filled = fill(html.replace(IF_SEALED, site.sealsDeletions ? "<p>$1" : ""), site);
  return { ...page, title: named(title), description: named(description), intro: intro && named(intro), html: filled };
}

/** Returns the day of the last update of content/pages/{slug}.md as YYYY-MM-DD. */
export function lastUpdateOf(slug: string): string | undefined {
  return PAGES.get(slug)?.lastUpdated;
}

/** Fills {{site_name}}, {{contact_email}} and {{grievance_officer}} in HTML. Both contacts become links. */
function fill(html: string, site: Site): string {
  const link = (email: string) => `<a href="mailto:${escape(email)}">${escape(email)}</a>`;
  const { name, email, address } = contactOf(site);
  const values: Record<string, string> = {
    site_name: escape(site.name),
    contact_email: link(site.contactEmail),
    grievance_officer: [escape(name), link(email), ...(address ? [escape(address)] : [])].join(", "),
  };
  return html.replace(/\{\{(\w+)\}\}/g, (placeholder, key: string) => values[key] ?? placeholder);
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function readPage(file: string, source: string): [string, InformationPage] {
  const { facts, body } = readPageFile(file, source);
  const slug = file.replace(/^\/content\/pages\/|\.md$/g, "");
  return [slug, { ...facts, path: `/${slug}`, intro: facts.intro ?? null, ...renderMarkdown(body) }];
}
