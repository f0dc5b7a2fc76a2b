import type { BrowserConfig, Database } from "./database";

/** The data source of loaders, chosen once per web server. The browser's counterpart is visitor-backend.ts. */
export interface PageBackend {
  /** The configuration that the page gives to its scripts. The same for every visitor. */
  config: BrowserConfig;
  isPaused?: Database["isPaused"] | undefined;
  /** Resolves to what `query` reads, or to null on a site without a database. */
  read<Found>(query: (database: Database) => Promise<Found>): Promise<Found | null>;
}

/** Returns the backend of a site with this database, or without one. (spec 1) */
export function pageBackend(database: Database | null): PageBackend {
  if (!database) {
    return {
      config: { backend: "browser", supabaseUrl: "", publishableKey: "" },
      read: async () => null,
    };
  }
  const { publicUrl: supabaseUrl, publishableKey, isPaused } = database;
  return {
    config: { backend: "supabase", supabaseUrl, publishableKey },
    isPaused,
    read: (query) => query(database),
  };
}
