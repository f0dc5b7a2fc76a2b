import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = [
  "app",
  "content",
  "public",
  "scripts/compress-files.ts",
  "scripts/draw-pictures.ts",
  "scripts/pictures",
  "server/page-handler.ts",
  "package-lock.json",
  "react-router.config.ts",
  "vite.config.ts",
];
/** compress-files.ts writes it at the end of a build, so an interrupted build does not count. */
const STAMP = path.join(ROOT, "build/complete");

async function newestChange(paths: string[]): Promise<number> {
  const times = await Promise.all(
    paths.map(async (name) => {
      const stat = await fs.stat(name).catch(() => null);
      if (!stat) return 0;
      if (!stat.isDirectory()) return stat.mtimeMs;
      const entries = await fs.readdir(name);
      return Math.max(stat.mtimeMs, await newestChange(entries.map((entry) => path.join(name, entry))));
    }),
  );
  return Math.max(0, ...times);
}

const builtAt = (await fs.stat(STAMP).catch(() => null))?.mtimeMs ?? 0;
if (builtAt < (await newestChange(SOURCES.map((source) => path.join(ROOT, source))))) {
  const canBuild = existsSync(path.join(ROOT, "node_modules/.bin/react-router"));
  // The units in deploy/ make the folder read-only.
  const isReadOnly = await fs.access(ROOT, fs.constants.W_OK).then(
    () => false,
    () => true,
  );
  if (canBuild && isReadOnly) {
    console.error("The pages are older than the sources, and this folder is read-only here: run npm run build in it.");
    process.exitCode = 1;
  } else if (canBuild) {
    const build = spawnSync("npm", ["run", "build"], { cwd: ROOT, stdio: "inherit" });
    process.exitCode = build.status ?? 1;
  } else if (builtAt === 0) {
    console.error(
      "The pages are not built, and their build tools are not installed (--omit=dev, or NODE_ENV=production): run npm ci --include=dev, or copy the folder build from another machine.",
    );
    process.exitCode = 1;
  } else {
    // In a copied or checked out tree, sources may only look newer than the build.
    console.error("The build is older than the sources, and the build tools are not installed: starting it anyway.");
  }
}
