/** The functions by which anonymous visitors read, and end e-mails. Must match the grants in supabase/schemas/18_access.sql. */
export type DatabaseFunction =
  | "recent_reviews"
  | "browse_properties"
  | "property_reviews"
  | "review_in_context"
  | "review_cities"
  | "top_reviewers"
  | "home"
  | "home_reviews"
  | "homes_of_city"
  | "homes_of_locality"
  | "place_names"
  | "home_cities"
  | "deposit_figures"
  | "site_totals"
  | "home_addresses"
  | "suggest_homes"
  | "follows_of_link"
  | "unfollow"
  | "grievance_status"
  | "transparency"
  | "heartbeat";

/**
 * Calls a function of the database as an anonymous visitor. Rejects with an Error that has the HTTP `status` of the refusal
 * and the `code` of Postgres or PostgREST; where no answer came, the status is 0.
 */
export type FunctionCall = (name: DatabaseFunction, args?: FunctionArguments) => Promise<unknown>;
export type FunctionArguments = Record<
  string,
  string | number | boolean | null | readonly string[] | Readonly<Record<string, string | readonly string[]>>
>;

/**
 * Where the web server reads reviews: the seam between the product and its backends. A site whose reviews live in the
 * local storage of its visitors (spec 1) has none: null.
 */
export interface Database {
  call: FunctionCall;
  /** The same, from a replica if there is one that keeps up: it may lack what was written in the last seconds. */
  callReplica?: FunctionCall;
  /** Whether only a replica answers, so that nothing can be published. */
  isPaused?: () => boolean;
  /** The address that browsers call, without a trailing slash. Empty for the embedded backend: the origin of the page. */
  publicUrl: string;
  publishableKey: string;
  /** What cards show of photos: small renditions that the project makes (when not given), or the photos themselves. */
  proofThumbnails?: "rendition" | "original";
}

/** What the browser must know to reach the database itself. Public: it is printed into every page. */
export interface BrowserConfig {
  backend: "supabase" | "browser";
  /** Empty for the embedded backend: the API is on the origin of the page. */
  supabaseUrl: string;
  publishableKey: string;
}

declare global {
  interface Window {
    __gharsach?: BrowserConfig;
  }
}

/** Address and key of this site's project, for the browser. Throws when the page carries no configuration. */
export function projectOfPage(): { url: string; publishableKey: string } {
  const config = window.__gharsach;
  if (!config) throw new Error("The page carries no database configuration.");
  return { url: config.supabaseUrl || window.location.origin, publishableKey: config.publishableKey };
}
