import { findInformationPage, type InformationPage } from "~/data/pages";

/** Who answers for complaints. */
interface Officer {
  name: string;
  email: string;
}

/** Stands on the pages while nobody is named. */
const OFFICE: Officer = { name: "GharSach", email: "hello@gharsach.in" };

/**
 * The text for a route such as "/about", with the officer's name and e-mail where it says {officer}; null where there is no
 * text. (spec 2, 11)
 */
export function loadInformationPage(pattern: string, officer: Officer | null): InformationPage | null {
  const page = findInformationPage(pattern.replace(/^\//, ""));
  return page && { ...page, html: page.html.replaceAll("{officer}", () => officerHtml(officer ?? OFFICE)) };
}

function officerHtml({ name, email }: Officer): string {
  return `${escape(name)}, <a href="mailto:${escape(email)}">${escape(email)}</a>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
