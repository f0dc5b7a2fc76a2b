import { browserConfig, type BrowserConfig, type Database } from "~/data/database";

/** What the page tells its own scripts about the database. The same for every visitor. */
export function pageConfig(database: Database): BrowserConfig {
  return browserConfig(database);
}

/** The statement that leaves the configuration where `browserDatabase` looks for it. */
export function pageConfigScript(config: BrowserConfig): string {
  return `window.__gharsach=${scriptSafeJson(config)}`;
}

const UNSAFE_IN_SCRIPT = /[<>&\u2028\u2029]/g;

/** JSON that cannot end the script element it stands in, whatever it contains. */
export function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE_IN_SCRIPT,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
