import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Installs what the package.json of a folder names, unless it is there already. Tools that weigh more than the whole product
 * have a package.json of their own, so that only who runs them gets them. Throws when npm fails.
 */
export function installTools(folder: URL, whatFor: string): void {
  const lock = new URL("package-lock.json", folder);
  const installed = new URL("node_modules/.package-lock.json", folder);
  if (fs.existsSync(installed) && fs.statSync(installed).mtimeMs >= fs.statSync(lock).mtimeMs) return;
  process.stdout.write(`Installing what only ${whatFor}.\n`);
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: fileURLToPath(folder),
    stdio: "inherit",
    // npm itself is a script on Windows.
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm could not install what only ${whatFor}.`);
}
