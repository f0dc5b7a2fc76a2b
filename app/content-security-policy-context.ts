import { createContext } from "react-router";

/**
 * Makes the Content-Security-Policy of a page whose inline scripts have these sources ('sha256-…'). Null in the development
 * server, whose scripts are Vite's: its pages carry none.
 */
export const contentSecurityPolicyContext = createContext<((scripts: readonly string[]) => string) | null>(null);
