import { findInformationPage, type InformationPage } from "~/data/pages";

/** The text for a route such as "/about"; null where nobody has written one. */
export function loadInformationPage(pattern: string): InformationPage | null {
  return findInformationPage(pattern.replace(/^\//, ""));
}
