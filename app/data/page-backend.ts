import type { BrowserConfig, Database } from "./database";

/** What page loaders read from, chosen once per web server. visitor-backend.ts is the browser's counterpart. */
export interface PageBackend {
  /** The configuration that the page gives to its scripts. The same for every visitor. */
  config: BrowserConfig;
  isPaused?: Database["isPaused"] | undefined;
  /** Returns what `read` finds in the database, or `otherwise` if browsers store the reviews. */
  read<Found, Otherwise>(
    read: (database: Database) => Promise<Found>,
    otherwise: Otherwise,
  ): Promise<Found | Otherwise>;
}

/** Creates the backend of a site with this database, or without one. (spec 1) */
export function pageBackend(database: Database | null): PageBackend {
  if (!database) {
    return {
      config: { backend: "browser", supabaseUrl: "", publishableKey: "" },
      read: async (_, otherwise) => otherwise,
    };
  }
  const { publicUrl: supabaseUrl, publishableKey, isPaused } = database;
  return {
    config: { backend: "supabase", supabaseUrl, publishableKey },
    isPaused,
    read: (read) => read(database),
  };
}
