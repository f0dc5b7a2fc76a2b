import { defineConfig, devices } from "@playwright/test";
import { BROWSER_URL, EMBEDDED_URL, STATIC_URL, SUPABASE_URL } from "./e2e/servers.ts";

const resultFile = process.env.E2E_RESULT_FILE;

const WITHOUT_DATABASE = /browser-only\.spec\.ts$/;
/** These tests measure seconds, so they run alone. */
const OUTAGES = /outage\.spec\.ts$/;
/** Needs browsers that few machines have: `npm run test:engines` runs it. */
const ENGINES = /engines\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/start-servers.ts",
  outputDir: "test-results/e2e",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ...(resultFile ? [["json", { outputFile: resultFile }] as const] : [])],
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // Tracing takes a tenth of the run, even without pictures. Add `--trace on` for a failing test.
    trace: process.env.GITHUB_ACTIONS ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Background services would request hosts that tests do not need.
      args: ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    },
  },
  projects: process.env.E2E_ENGINES
    ? [{ name: "engines", testMatch: ENGINES }]
    : [
        { name: "embedded", use: { baseURL: EMBEDDED_URL }, testIgnore: [WITHOUT_DATABASE, OUTAGES, ENGINES] },
        // Journeys that call the API, with the API on another origin than the pages, as in production.
        { name: "supabase", use: { baseURL: SUPABASE_URL }, grep: /@both/ },
        // The site without a database, from our web server. Journeys on which a static host could behave differently (@static) use
        // static files.
        { name: "browser-only", use: { baseURL: BROWSER_URL }, testMatch: WITHOUT_DATABASE, grepInvert: /@static/ },
        { name: "static", use: { baseURL: STATIC_URL }, testMatch: WITHOUT_DATABASE, grep: /@static/ },
        // After all others, so that no other browser uses the processor.
        { name: "outages", testMatch: OUTAGES, dependencies: ["embedded", "supabase", "browser-only", "static"] },
      ],
});
