import { createContext } from "react-router";
import type { PageBackend } from "~/data/page-backend";
import type { Site } from "~/domain/site";

/** The values that the web server passes to loaders. */
export interface PageContext {
  backend: PageBackend;
  /** The origin of the site, without a trailing slash. */
  siteUrl: string;
  site: Site;
  /**
   * Builds the Content-Security-Policy of a page from the hashes of its inline scripts ('sha256-…'). Null in the development
   * server, whose scripts have no known hash.
   */
  policyOf: ((scripts: readonly string[]) => string) | null;
}

export const pageContext = createContext<PageContext>();
