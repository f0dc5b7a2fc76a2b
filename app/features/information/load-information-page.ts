import { findInformationPage, type InformationPage } from "~/data/pages";
import { type GrievanceOfficer, OFFICE } from "~/domain/grievance";

/**
 * The text for a route such as "/about", with the officer's name and e-mail where it says {officer}; null where there is no
 * text. (spec 2, 11)
 */
export function loadInformationPage(pattern: string, officer: GrievanceOfficer | null): InformationPage | null {
  const page = findInformationPage(pattern.replace(/^\//, ""));
  return page && { ...page, html: page.html.replaceAll("{officer}", () => officerHtml(officer ?? OFFICE)) };
}

function officerHtml({ name, email }: GrievanceOfficer): string {
  return `${escape(name)}, <a href="mailto:${escape(email)}">${escape(email)}</a>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
