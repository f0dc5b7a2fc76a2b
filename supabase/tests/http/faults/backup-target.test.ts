import fs from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { newDataDir, runScript, startServer, stop, tool } from "./servers.ts";

test("a folder that is not there is made, for its owner alone, and takes an archive every night", async () => {
  const dataDir = await newDataDir();
  await stop(await startServer(dataDir));
  const folder = path.join(dataDir, "..", "nightly", "gharsach");
  for (const archives of [1, 2]) {
    expect(await tool("backup", dataDir, folder)).toMatchObject({ exit: 0 });
    expect(await fs.readdir(folder)).toEqual(
      Array.from({ length: archives }, () => expect.stringMatching(/^gharsach-.+Z\.tar$/)),
    );
  }
  expect((await fs.stat(folder)).mode & 0o777).toBe(0o700);
});

test("a backup that cannot be written says where, and what to do", async () => {
  const dataDir = await newDataDir();
  await stop(await startServer(dataDir));
  const file = path.join(dataDir, "..", "notes.txt");
  await fs.writeFile(file, "kept");
  for (const target of [file, path.join(file, "nightly"), path.join(file, "site.tar")]) {
    const folder = target.endsWith(".tar") ? file : target;
    expect(await tool("backup", dataDir, target)).toEqual({
      exit: 1,
      said: `${folder} is not a folder: move the file that stands in its way, or name another folder.\n`,
    });
  }
  expect(await tool("backup", dataDir, "/proc/backups")).toEqual({
    exit: 1,
    said: "Nothing can be written in /proc/backups (ENOENT): name another folder, or one that you may write in.\n",
  });
  expect(await fs.readFile(file, "utf8")).toBe("kept");
});

test("backup and restore say how they are used, and do nothing else when they are misused", async () => {
  const dataDir = await newDataDir();
  for (const name of ["backup", "restore"] as const) {
    const usage = `Usage: npm run ${name} -- `;
    for (const asked of ["--help", "help"])
      expect(await tool(name, dataDir, asked)).toEqual({ exit: 0, said: expect.stringMatching(`^${usage}`) });
    for (const misused of [["a.tar", "b.tar"], ["--jason"], ["a.tar", "--force=1"]])
      expect(await tool(name, dataDir, ...misused)).toEqual({
        exit: 2,
        said: expect.stringMatching(`^error: [^]+${usage}`),
      });
  }
  expect(await tool("restore", dataDir)).toMatchObject({ exit: 2 });
  expect(await tool("backup", dataDir, "--force")).toMatchObject({ exit: 2 });
});

test("a backup goes to the folder of the settings, where the doctor finds it", async () => {
  const dataDir = await newDataDir();
  await stop(await startServer(dataDir));
  const settings = { DATA_DIR: dataDir, BACKUP_FOLDER: path.join(dataDir, "..", "backups") };
  const doctor = async () => {
    const run = runScript("server/doctor/doctor.ts", ["--json"], settings);
    await run.ended;
    const lines = JSON.parse(run.output()) as { fact: string; state: string }[];
    return lines.find(({ fact }) => fact === "backup")?.state;
  };
  expect(await doctor()).toBe("warn");
  expect(await runScript("scripts/backup.ts", [], settings).ended).toBe(0);
  expect(await doctor()).toBe("ok");
});
