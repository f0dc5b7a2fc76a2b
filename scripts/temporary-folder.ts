import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** Creates a folder and removes it after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "gharsach-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
