import { findInformationPage, type InformationPage } from "~/data/pages";

/** The text for a route such as "/about"; null where there is none. */
export function loadInformationPage(pattern: string): InformationPage | null {
  return findInformationPage(pattern.replace(/^\//, ""));
}
