/** The functions that pages call as anonymous visitors. Must match the grants in supabase/schemas/18_access.sql. */
export type DatabaseFunction =
  | "recent_reviews"
  | "browse_properties"
  | "property_reviews"
  | "review_in_context"
  | "review_cities"
  | "top_reviewers"
  | "home"
  | "home_reviews"
  | "uncounted_reviews"
  | "homes_of_city"
  | "homes_of_locality"
  | "place_names"
  | "home_cities"
  | "city_facts"
  | "deposit_figures"
  | "site_totals"
  | "home_addresses"
  | "suggest_homes"
  | "follows_of_link"
  | "unfollow"
  | "place_alert"
  | "answer_place_alert"
  | "grievance_status"
  | "transparency"
  | "empty_searches"
  | "heartbeat";

/**
 * Calls a function of the database as an anonymous visitor. Rejects with an Error that has the HTTP `status` and the `code` of Postgres or
 * PostgREST; status 0 without a response.
 */
export type FunctionCall = (name: DatabaseFunction, args?: FunctionArguments) => Promise<unknown>;
export type FunctionArguments = Record<
  string,
  string | number | boolean | null | readonly string[] | Readonly<Record<string, string | readonly string[]>>
>;

/** The database from which the web server reads reviews. A site whose reviews are in its visitors' local storage has none. (spec 1) */
export interface Database {
  call: FunctionCall;
  /** Calls a replica, whose data is some seconds old. Undefined if the site has no replica. */
  callReplica?: FunctionCall;
  /** Returns whether only a replica responds, so that nothing can be published. */
  isPaused?: () => boolean;
  /** The URL that browsers call, without a trailing slash; "" for the embedded backend, which serves the API at the page's origin. */
  publicUrl: string;
  publishableKey: string;
  /** How cards show photos: as renditions that the project makes (default), or as the photos themselves. */
  proofThumbnails?: "rendition" | "original";
}

/** The configuration of the browser's own calls. Public: every page contains it. */
export interface BrowserConfig {
  backend: "supabase" | "browser";
  /** "" for the embedded backend, which serves the API at the page's origin. */
  supabaseUrl: string;
  publishableKey: string;
}

declare global {
  interface Window {
    __gharsach?: BrowserConfig;
  }
}

/** Returns URL and key of this site's project. Throws if the page has no configuration. For the browser only. */
export function projectOfPage(): { url: string; publishableKey: string } {
  const config = window.__gharsach;
  if (!config) throw new Error("The page has no database configuration.");
  return { url: config.supabaseUrl || window.location.origin, publishableKey: config.publishableKey };
}
