import { readPageFile } from "./front-matter";
import { type Heading, renderMarkdown } from "./markdown";
import { type GrievanceOfficer, OFFICE } from "~/domain/grievance";

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

/**
 * Returns content/pages/{slug}.md ("terms", "privacy/hi"), with {officer} replaced by the name and addresses of the grievance officer; null if there is no
 * such page. (spec 2, 11)
 */
export function findInformationPage(slug: string, officer: GrievanceOfficer | null): InformationPage | null {
  const page = PAGES.get(slug);
  if (!page) return null;
  return { ...page, html: page.html.replaceAll("{officer}", () => officerHtml(officer ?? OFFICE)) };
}

function officerHtml({ name, email, address }: GrievanceOfficer): string {
  return `${escape(name)}, <a href="mailto:${escape(email)}">${escape(email)}</a>${address ? `, ${escape(address)}` : ""}`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function readPage(file: string, source: string): [string, InformationPage] {
  const { facts, body } = readPageFile(file, source);
  const slug = file.replace(/^\/content\/pages\/|\.md$/g, "");
  return [slug, { ...facts, path: `/${slug}`, intro: facts.intro ?? null, ...renderMarkdown(body) }];
}
