import type { BrowserConfig, Database } from "./database";

/** What the loaders of pages read from, chosen once in the web server. Its other half is visitor-backend.ts. */
export interface PageBackend {
  /** What the page tells its own scripts. The same for every visitor. */
  config: BrowserConfig;
  isPaused?: Database["isPaused"] | undefined;
  /** What `read` finds in the database; `otherwise` where browsers keep the reviews, out of the server's reach. */
  read<Found, Otherwise>(
    read: (database: Database) => Promise<Found>,
    otherwise: Otherwise,
  ): Promise<Found | Otherwise>;
}

/** The backend of a site with this database, or with none. (spec 1) */
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
