import { createContext } from "react-router";
import type { PageBackend } from "~/data/page-backend";

/** What loaders read from. The web server sets it for every request. */
export const pageBackendContext = createContext<PageBackend>();
