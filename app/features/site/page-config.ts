import type { BrowserConfig } from "~/data/database";

/** Returns the script that sets the configuration for the page's modules. */
export function pageConfigScript(config: BrowserConfig): string {
  return `window.__gharsach=${scriptSafeJson(config)}`;
}

const UNSAFE_IN_SCRIPT = /[<>&\u2028\u2029]/g;

/** Returns JSON that cannot end the script element around it. */
export function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE_IN_SCRIPT,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
