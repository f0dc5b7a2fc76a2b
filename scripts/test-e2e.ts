import { spawnSync } from "node:child_process";
import { findBrowser } from "./find-browser.ts";

/** `npm run test:e2e [-- file …]`: finds a browser, then runs the journeys in it. */
try {
  const run = spawnSync("playwright", ["test", ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, CHROMIUM_PATH: findBrowser() },
  });
  process.exit(run.status ?? 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
