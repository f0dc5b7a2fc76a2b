import { createContext } from "react-router";
import type { PageBackend } from "~/data/page-backend";
import type { GrievanceOfficer } from "~/domain/grievance";

/** What the web server gives every request. */
export interface PageContext {
  /** What loaders read from. */
  backend: PageBackend;
  /** The address of the site as visitors type it, without a trailing slash. */
  siteUrl: string;
  /** Null while nobody is named. */
  grievanceOfficer: GrievanceOfficer | null;
  /**
   * Makes the Content-Security-Policy of a page whose inline scripts have these sources ('sha256-…'). Null in the development
   * server, whose scripts are Vite's: its pages carry none.
   */
  policyOf: ((scripts: readonly string[]) => string) | null;
}

export const pageContext = createContext<PageContext>();
