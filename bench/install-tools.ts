import { aptInstall, findHeadlessShell } from "../scripts/find-browser.ts";
import { installTools } from "../scripts/install-tools.ts";
import { wrkVersion } from "./wrk.ts";

// Lighthouse is larger than the whole product, so only the benchmark installs it.
installTools(new URL(".", import.meta.url), "the benchmark needs");

for (const [name, isInstalled] of [
  ["wrk", wrkVersion() !== null],
  ["chromium-headless-shell", findHeadlessShell() !== null],
] as const) {
  if (isInstalled) continue;
  process.stdout.write(`${name} is not installed: trying to get it.\n`);
  aptInstall(name);
}
