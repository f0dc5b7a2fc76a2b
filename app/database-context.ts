import { createContext } from "react-router";
import type { Database } from "~/data/database";

/** The database that loaders read from, null where there is none. The web server sets it for every request. */
export const databaseContext = createContext<Database | null>();
