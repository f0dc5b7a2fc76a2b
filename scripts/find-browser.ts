import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const HEADLESS_SHELLS = ["chromium-headless-shell", "chrome-headless-shell"];

/**
 * Returns the path of a browser: CHROMIUM_PATH, a headless shell of the system, Playwright's Chromium, or Chromium or Chrome of the
 * system. If there is none, installs one with Playwright or apt-get, or throws. In CI without CHROMIUM_PATH, first tries to install
 * a missing headless shell, in which journeys take a third less time.
 */
export function findBrowser(): string {
  if (process.env.CI && !process.env.CHROMIUM_PATH?.trim() && !findHeadlessShell())
    aptInstall("chromium-headless-shell");
  const found = installed();
  if (found) return found;

  process.stdout.write("Chromium not found: trying to install it.\n");
  spawnSync("playwright", ["install", "chromium"], { stdio: "inherit", timeout: 300_000 });
  const downloaded = installed();
  if (downloaded) return downloaded;

  for (const name of ["chromium-headless-shell", "chromium"]) {
    aptInstall(name);
    const packaged = installed();
    if (packaged) return packaged;
  }

  throw new Error(
    "The browser tests need Chromium: install it (on Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to one.",
  );
}

function findHeadlessShell(): string | null {
  return onPath(HEADLESS_SHELLS).find(isExecutable) ?? null;
}

/** Installs a package of Debian if this user may. Ignores failures. */
function aptInstall(name: string): void {
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args: string[]) => {
    const [command = "apt-get", ...rest] = [...sudo, "apt-get", ...args];
    return spawnSync(command, rest, {
      stdio: "inherit",
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  };
  if (apt("update").status === 0) apt("install", "-y", "--no-install-recommends", name);
}

function installed(): string | null {
  const named = process.env.CHROMIUM_PATH?.trim();
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH is "${named}", which is not a program.`);
  }
  return [...onPath(HEADLESS_SHELLS), chromium.executablePath(), ...onPath(BROWSERS)].find(isExecutable) ?? null;
}

function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
