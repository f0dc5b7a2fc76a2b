import { aptInstall, findHeadlessShell } from "../scripts/find-browser.ts";
import { installTools } from "../scripts/install-tools.ts";

// The load generator and Lighthouse weigh more than the whole product: only who runs the benchmark gets them.
installTools(new URL(".", import.meta.url), "the benchmark needs");

if (!findHeadlessShell()) {
  process.stdout.write("No headless shell of Chromium found: trying to get one.\n");
  aptInstall("chromium-headless-shell");
}
