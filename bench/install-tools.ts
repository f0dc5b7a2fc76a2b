import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

// The load generator and Lighthouse weigh more than the whole product: only who runs the benchmark gets them.
const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const INSTALLED = `${FOLDER}node_modules/.package-lock.json`;

if (!fs.existsSync(INSTALLED) || fs.statSync(INSTALLED).mtimeMs < fs.statSync(`${FOLDER}package-lock.json`).mtimeMs) {
  process.stdout.write("Installing what only the benchmark needs.\n");
  const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: FOLDER,
    stdio: "inherit",
    // npm itself is a script on Windows.
    shell: process.platform === "win32",
  });
  process.exit(install.status ?? 1);
}
