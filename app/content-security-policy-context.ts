import { createContext } from "react-router";

/**
 * Makes the Content-Security-Policy of a page whose inline scripts have these sources ('sha256-…'). The web server sets it;
 * null where pages carry none: the development server, whose scripts are Vite's, and files, which name theirs themselves.
 */
export const contentSecurityPolicyContext = createContext<((scripts: readonly string[]) => string) | null>(null);
