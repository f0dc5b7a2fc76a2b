import { spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

test("refuses to start without a build and without the tools to make one", async () => {
  const { status, stderr } = await startedIn(["package-lock.json"]);
  expect(stderr).toBe(
    "The pages are not built, and their build tools are not installed (--omit=dev, or NODE_ENV=production): run npm ci --include=dev, or copy the folder build from another machine.\n",
  );
  expect(status).toBe(1);
});

test("starts an existing build without the tools to make one", async () => {
  const { status, stderr } = await startedIn(["build/complete", "package-lock.json"]);
  expect(stderr).toContain("older than the sources");
  expect(status).toBe(0);
});

/** Runs the script without packages in a folder with these files, oldest first. */
async function startedIn(files: string[]) {
  const root = temporaryFolder();
  await fs.cp(path.join(import.meta.dirname, "build-if-needed.ts"), path.join(root, "scripts/build-if-needed.ts"));
  await fs.writeFile(path.join(root, "package.json"), '{"type":"module"}');
  for (const [index, name] of files.entries()) {
    await fs.mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await fs.writeFile(path.join(root, name), "");
    await fs.utimes(path.join(root, name), 1000 + index, 1000 + index);
  }
  return spawnSync(process.execPath, ["scripts/build-if-needed.ts"], { cwd: root, encoding: "utf8" });
}
