/** Whose check, and its public key for this site, shows Supabase Auth that somebody is a person. */
export interface Captcha {
  provider: "hcaptcha" | "turnstile";
  siteKey: string;
}

/**
 * Where reviews are read and written: the seam between the product and its backends.
 *
 * - `supabase`: a Supabase project, hosted, self-hosted or the one embedded in the web server. `url` is the address
 *   that this process calls, `publicUrl` the one that browsers call (empty for the embedded backend: the origin of the
 *   page), both without a trailing slash. `fetch` replaces the network on the server, where the embedded backend answers
 *   in the same process.
 *   `proofThumbnails` says what cards show of photos: small renditions that the project makes (when not given), or, where
 *   it makes none, the photos themselves.
 * - `browser`: no database; reviews live in this browser's local storage (spec 1).
 */
export type Database =
  | {
      kind: "supabase";
      url: string;
      publicUrl: string;
      publishableKey: string;
      proofThumbnails?: "rendition" | "original";
      captcha?: Captcha | null;
      fetch?: typeof fetch;
    }
  | { kind: "browser" };

/** What the browser must know to reach the database itself. Public: it is printed into every page. */
export interface BrowserConfig {
  backend: Database["kind"];
  /** Empty for the embedded backend: the API is on the origin of the page. */
  supabaseUrl: string;
  publishableKey: string;
  /** Left out where there is none. */
  captcha?: Captcha;
}

declare global {
  interface Window {
    __gharsach?: BrowserConfig;
  }
}

/** The database as seen from the browser. Throws when the page carries no configuration. */
export function browserDatabase(): Database {
  const config = window.__gharsach;
  if (!config) throw new Error("The page carries no database configuration.");
  if (config.backend === "browser") return { kind: "browser" };
  return {
    kind: "supabase",
    url: config.supabaseUrl || window.location.origin,
    publicUrl: config.supabaseUrl,
    publishableKey: config.publishableKey,
  };
}

/** The check of this site, or null where there is none; null on the server, too. */
export function pageCaptcha(): Captcha | null {
  return typeof window === "undefined" ? null : (window.__gharsach?.captcha ?? null);
}

/**
 * Whether the reviews of this site are in the browser that asks. False on the server, which is no visitor's browser, and
 * on a page without configuration, which is one of the server's errors.
 */
export function areReviewsKeptHere(): boolean {
  return typeof window !== "undefined" && window.__gharsach?.backend === "browser";
}

/** The part of the configuration that the browser may know. */
export function browserConfig(database: Database): BrowserConfig {
  if (database.kind === "browser") return { backend: "browser", supabaseUrl: "", publishableKey: "" };
  const { publicUrl: supabaseUrl, publishableKey, captcha } = database;
  return { backend: "supabase", supabaseUrl, publishableKey, ...(captcha ? { captcha } : {}) };
}
