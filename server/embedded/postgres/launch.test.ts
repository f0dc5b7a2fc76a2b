import { existsSync } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "./free-port.ts";
import { PostgresProcess } from "./launch.ts";
import { temporaryFolder } from "../../../scripts/temporary-folder.ts";

/** Any open file descriptor. */
const LOCK = 2;

test("fails the start if PostgreSQL cannot be spawned", async () => {
  const folder = os.tmpdir();
  const options = { binaries: "/nowhere", folder, dataDir: folder, password: "", user: null, signal: undefined };
  const server = new PostgresProcess(options, 1, LOCK);
  await expect(server.launch()).rejects.toMatchObject({ code: "ENOENT" });
  await server.stop();
});

test("gives up on a silent PostgreSQL after a minute, but not on a starting one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const launchAndWait = async (words: string) => {
    const folder = temporaryFolder();
    await fs.mkdir(path.join(folder, "bin"));
    const script = `#!/bin/sh\necho "${words}" >&2\ntouch said\nsleep 1\n`;
    await fs.writeFile(path.join(folder, "bin", "postgres"), script, { mode: 0o755 });
    const options = { binaries: folder, folder, dataDir: folder, password: "", user: null, signal: undefined };
    const outcome = new PostgresProcess(options, await freePort(), LOCK)
      .launch()
      .catch((error: Error) => error.message);
    await expect.poll(() => existsSync(path.join(folder, "said"))).toBe(true);
    vi.setSystemTime(Date.now() + 61_000);
    return outcome;
  };
  expect(await launchAndWait("")).toContain("did not start within a minute");
  expect(await launchAndWait("FATAL:  the database system is starting up")).toContain("exited at its start");
});
