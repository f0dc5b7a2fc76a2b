import { closeSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { lockFolder } from "./folder-lock.ts";
import { temporaryFolder } from "../../scripts/temporary-folder.ts";

// The program of macOS is on most Linux systems, too.
test.for([process.platform, "darwin"])(
  "gives the lock of a folder to one holder at a time, on %s",
  async (platform) => {
    vi.stubGlobal("process", { ...process, platform });
    onTestFinished(() => void vi.unstubAllGlobals());
    const folder = temporaryFolder();
    const lock = lockFolder(folder);
    expect(lock).toEqual(expect.any(Number));
    expect(lockFolder(folder)).toBeNull();
    closeSync(lock ?? 0);
    const next = lockFolder(folder);
    expect(next).toEqual(expect.any(Number));
    closeSync(next ?? 0);
  },
);
