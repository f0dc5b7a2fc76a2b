import fs from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { removeLeftBackups } from "../../../../server/embedded/backup.ts";
import { eventually, newDataDir, postgresPid, runScript, startServer, stop, tool } from "./servers.ts";

test("writes backups without a server to a private folder", async () => {
  const dataDir = await newDataDir();
  const folder = path.join(dataDir, "..", "nightly", "gharsach");
  const settings = { DATA_DIR: dataDir, BACKUP_FOLDER: folder };
  for (const archives of [1, 2]) {
    expect(await runScript("scripts/backup.ts", [], settings).ended).toBe(0);
    expect(await fs.readdir(folder)).toEqual(
      Array.from({ length: archives }, () =>
        expect.stringMatching(/^gharsach-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z\.tar\.gz$/),
      ),
    );
  }
  expect((await fs.stat(folder)).mode & 0o777).toBe(0o700);
  expect(await postgresPid(dataDir)).toBeNull();
  const doctor = runScript("server/doctor/doctor.ts", ["--json"], settings);
  await doctor.ended;
  const lines = JSON.parse(doctor.output()) as { fact: string; state: string }[];
  expect(lines.find(({ fact }) => fact === "backup")?.state).toBe("ok");
});

test("removes the partial files of killed backups and restores", async () => {
  const dataDir = await newDataDir();
  const folder = path.join(dataDir, "..", "nightly");
  const settings = { DATA_DIR: dataDir, BACKUP_FOLDER: folder };
  const files = () => fs.readdir(folder, { recursive: true }).catch(() => []);
  const killed = runScript("scripts/backup.ts", [], settings);
  expect(await eventually(async () => (await files()).some((name) => name.endsWith("database.tar")))).toBe(true);
  killed.process.kill("SIGSTOP");
  const running = await files();
  await removeLeftBackups(folder);
  expect(await files()).toEqual(running);
  killed.process.kill("SIGKILL");
  await killed.ended;
  const others = ["site.tar.gz.abcdef", path.join("site.tar.gz.abcdef", "notes.txt")];
  await fs.mkdir(path.join(folder, "site.tar.gz.abcdef"));
  await fs.writeFile(path.join(folder, others[1] ?? ""), "kept");

  expect(await runScript("scripts/backup.ts", [], settings).ended).toBe(0);
  expect((await files()).toSorted()).toEqual([expect.stringMatching(/Z\.tar\.gz$/), ...others]);
  const restoring = path.join(dataDir, "restoring-2026-11-24T000000Z", "postgres");
  await fs.mkdir(restoring, { recursive: true });
  await stop(await startServer(dataDir));
  await expect(fs.stat(path.dirname(restoring))).rejects.toMatchObject({ code: "ENOENT" });
});

test("names a target to which it cannot write", async () => {
  const dataDir = await newDataDir();
  const file = path.join(dataDir, "..", "notes.txt");
  await fs.writeFile(file, "kept");
  for (const target of [file, path.join(file, "site.tar.gz")]) {
    expect(await tool("backup", dataDir, target)).toEqual({
      exit: 1,
      said: `${file} is not a folder: move the file with this name, or name another folder.\n`,
    });
  }
  expect(await tool("backup", dataDir, "/proc/backups")).toEqual({
    exit: 1,
    said: "/proc/backups is not writable (ENOENT): name another folder, or change its permissions.\n",
  });
  expect(await fs.readFile(file, "utf8")).toBe("kept");
});

test.for(["backup", "restore"] as const)("prints the usage of %s", async (name) => {
  const dataDir = await newDataDir();
  const usage = `Usage: npm run ${name} -- `;
  expect(await tool(name, dataDir, "--help")).toEqual({ exit: 0, said: expect.stringMatching(`^${usage}`) });
  for (const misused of [["a.tar.gz", "b.tar.gz"], ["--jason"], name === "backup" ? ["--force"] : []])
    expect(await tool(name, dataDir, ...misused)).toMatchObject({ exit: 2, said: expect.stringContaining(usage) });
});
