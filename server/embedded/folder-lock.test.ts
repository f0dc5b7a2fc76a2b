import { closeSync } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { lockFolder } from "./folder-lock.ts";

// The program of macOS is on most Linux systems, too.
test.for([process.platform, "darwin"])(
  "gives the lock of a folder to one holder at a time, on %s",
  async (platform) => {
    vi.stubGlobal("process", { ...process, platform });
    onTestFinished(() => void vi.unstubAllGlobals());
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-lock-"));
    onTestFinished(() => fs.rmdir(folder));
    const lock = lockFolder(folder);
    expect(lock).toEqual(expect.any(Number));
    expect(lockFolder(folder)).toBeNull();
    closeSync(lock ?? 0);
    const next = lockFolder(folder);
    expect(next).toEqual(expect.any(Number));
    closeSync(next ?? 0);
  },
);
