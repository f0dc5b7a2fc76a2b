import { findInformationPage, type InformationPage } from "~/data/pages";
import { type GrievanceOfficer, OFFICE } from "~/domain/grievance";

/**
 * The text for a route such as "/about", with the officer's name, e-mail and postal address where it says {officer}; null where there is no
 * text. (spec 2, 11)
 */
export function loadInformationPage(pattern: string, officer: GrievanceOfficer | null): InformationPage | null {
  const page = findInformationPage(pattern.replace(/^\//, ""));
  return page && { ...page, html: page.html.replaceAll("{officer}", () => officerHtml(officer ?? OFFICE)) };
}

function officerHtml({ name, email, address }: GrievanceOfficer): string {
  return `${escape(name)}, <a href="mailto:${escape(email)}">${escape(email)}</a>${address ? `, ${escape(address)}` : ""}`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
