import { aptInstall, findHeadlessShell } from "../scripts/find-browser.ts";
import { installTools } from "../scripts/install-tools.ts";
import { wrkVersion } from "./wrk.ts";

// Lighthouse weighs more than the whole product: only who runs the benchmark gets it.
installTools(new URL(".", import.meta.url), "the benchmark needs");

for (const [name, isThere] of [
  ["wrk", wrkVersion() !== null],
  ["chromium-headless-shell", findHeadlessShell() !== null],
] as const) {
  if (isThere) continue;
  process.stdout.write(`${name} is not installed: trying to get it.\n`);
  aptInstall(name);
}
