import { createContext } from "react-router";
import type { PageBackend } from "~/data/page-backend";
import type { GrievanceOfficer } from "~/domain/grievance";

/** What the web server passes to loaders. */
export interface PageContext {
  /** What loaders read from. */
  backend: PageBackend;
  /** The origin of the site as visitors type it, without a trailing slash. */
  siteUrl: string;
  /** Null while no officer is named. */
  grievanceOfficer: GrievanceOfficer | null;
  /**
   * Makes the Content-Security-Policy of a page from the sources of its inline scripts ('sha256-…'). Null in the development server:
   * Vite's scripts have no known source.
   */
  policyOf: ((scripts: readonly string[]) => string) | null;
}

export const pageContext = createContext<PageContext>();
