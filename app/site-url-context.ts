import { createContext } from "react-router";

/** The address of the site as visitors type it, without a trailing slash. The web server sets it for every request. */
export const siteUrlContext = createContext<string>();
