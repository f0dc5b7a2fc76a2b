import type { BrowserConfig } from "~/data/database";

/** The statement that leaves the configuration where scripts look for it. */
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
