import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockFolder } from "../../../../server/embedded/folder-lock.ts";
import { lockDatabase } from "../../../../server/embedded/postgres/leftovers.ts";
import { makeDataDir, systemUser } from "../../../../server/embedded/system-user.ts";
import {
  isAlive,
  makeAccounts,
  emptyDataDir,
  newDataDir,
  ownerOf,
  postgresPid,
  publishWithPhoto,
  runScript,
  startServer,
  stop,
  tool,
} from "./servers.ts";

// An attacker who controls the unprivileged server can create links in the data folder. Root must not follow them.
const user = systemUser();
const uid = user?.uid ?? 0;
const YEAR_2000 = new Date("2000-01-01");

test.runIf(user)("does not change the owner of link targets outside the data folder", async () => {
  const { dataDir, storage, closed } = await folderWithTarget();
  await fs.symlink(closed, path.join(storage, "evil"));
  await fs.symlink(path.join(closed, "old.png"), path.join(storage, "evil.png"));
  await fs.mkdir(path.join(storage, "review-proofs"));
  await fs.writeFile(path.join(storage, "review-proofs", "own.png"), "");
  await makeDataDir(dataDir);
  expect(new Set(Object.values(await ownersIn(closed)))).toEqual(new Set([0]));
  expect(new Set(Object.values(await ownersIn(storage)))).toEqual(new Set([uid]));
  expect((await fs.stat(dataDir)).uid).toBe(uid);
});

test.runIf(user)("refuses the data folder of another user", async () => {
  const { dataDir } = await folderWithTarget();
  await fs.chown(dataDir, 12_345, 12_345);
  const refused = startServer(dataDir);
  await expect(refused).rejects.toThrow(
    `${dataDir} belongs to another user: start GharSach as that one, or change the owner`,
  );
  await fs.chown(dataDir, uid, uid);
});

test.runIf(user)("does not change the owner of a folder with other files", async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-srv-"));
  await fs.chmod(folder, 0o755);
  await fs.writeFile(path.join(folder, "other"), "root's");
  const message = `${folder} contains other files of root: set DATA_DIR to a separate folder`;
  await expect(makeDataDir(folder)).rejects.toThrow(message);
  expect(await ownersIn(folder)).toEqual({ ".": 0, other: 0 });
  await fs.rm(folder, { recursive: true });
});

test.runIf(user)("sweeps as root without following links", async () => {
  const { dataDir, storage, closed } = await folderWithTarget();
  const server = await startServer(dataDir);
  for (const account of await makeAccounts(dataDir, 2)) await publishWithPhoto(server, account);
  const withheld = path.join(storage, "withheld-proofs");
  await fs.symlink(closed, withheld);
  await fs.lchown(withheld, uid, uid);
  await ownerOf(dataDir, (sql) => sql`update public.reviews set hidden_at = now()`);
  await stop(server);
  expect(await sweep(dataDir)).toBe(1);
  expect(await ownersIn(closed)).toEqual({ ".": 0, "old.png": 0 });

  await fs.rm(withheld);
  expect(await sweep(dataDir)).toBe(0);
  expect(Object.values(await ownersIn(withheld))).toEqual(Array(5).fill(uid));
  const database = await postgresPid(dataDir);
  expect(database && isAlive(database)).toBeFalsy();
});

test.runIf(user)("restores as root without set-user-ID files and paths outside the data folder", async () => {
  const { dataDir, storage } = await folderWithTarget();
  const server = await startServer(dataDir);
  await fs.cp("/bin/true", path.join(storage, "program.png"));
  await fs.mkdir(path.join(storage, "review-proofs"), { recursive: true });
  await fs.writeFile(path.join(storage, "review-proofs", "out.png"), "");
  await fs.chmod(path.join(storage, "program.png"), 0o4755);
  const outside = { bucket_id: "review-proofs", name: "../../../../out.png" };
  await ownerOf(dataDir, (sql) => sql`insert into storage.objects ${sql(outside)}`);

  const archive = path.join(dataDir, "..", "site.tar.gz");
  const backup = await tool("backup", dataDir, archive);
  expect(backup).toMatchObject({ exit: 1, said: expect.stringContaining("Missing or damaged photos (1)") });
  expect(await stop(server)).toBe(0);
  const copyDir = await emptyDataDir();
  const restore = await tool("restore", copyDir, archive);
  expect(restore.exit, restore.said).toBe(0);
  expect((await fs.stat(path.join(copyDir, "storage", "program.png"))).mode & 0o7000).toBe(0);
  const owners = Object.values(await ownersIn(path.join(copyDir, "postgres")));
  expect(new Set(owners)).toEqual(new Set([uid]));
  expect(await fs.readdir(path.dirname(copyDir))).toEqual(["data"]);
  expect(await fs.readdir(path.join(copyDir, "storage", "review-proofs"))).toEqual(["out.png"]);
});

test.runIf(user)("ends only PostgreSQL of its system user, whatever the pid file names", async () => {
  const { dataDir } = await folderWithTarget();
  const folder = path.join(dataDir, "postgres");
  // The PostgreSQL of a killed server would hold this lock.
  const held = lockFolder(folder) ?? 0;
  onTestFinished(() => closeSync(held));
  const words = ["-e", "setInterval(() => {}, 1000)"];
  const asRoot = spawn(process.execPath, [...words, "postgres"], { stdio: "ignore", detached: true });
  const otherProgram = spawn("sleep", ["60"], { stdio: "ignore", detached: true, uid });
  for (const [other, number] of [
    [asRoot, asRoot.pid],
    // A negative number is a process group.
    [asRoot, `-${asRoot.pid}`],
    // After a reboot another program can have the number.
    [otherProgram, otherProgram.pid],
  ] as const) {
    onTestFinished(() => void other.kill("SIGKILL"));
    await fs.writeFile(path.join(folder, "postmaster.pid"), `${number}\n${folder}\n0\n1\n`);
    await expect(lockDatabase(folder, dataDir, AbortSignal.timeout(300))).rejects.toThrow("aborted");
    expect(other.exitCode ?? other.signalCode, String(number)).toBeNull();
  }
});

/** Creates a data folder, and beside it a folder of root with a file old enough for a sweep. */
async function folderWithTarget() {
  const dataDir = await newDataDir();
  const [storage, closed] = [path.join(dataDir, "storage"), path.join(dataDir, "..", "closed")];
  await fs.mkdir(storage, { recursive: true });
  await fs.mkdir(closed, { mode: 0o700 });
  await fs.writeFile(path.join(closed, "old.png"), "");
  await fs.utimes(path.join(closed, "old.png"), YEAR_2000, YEAR_2000);
  return { dataDir, storage, closed };
}

async function ownersIn(folder: string): Promise<Record<string, number>> {
  const names = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
  const owners = await Promise.all([folder, ...files].map(async (file) => [file, (await fs.lstat(file)).uid] as const));
  return Object.fromEntries(owners.map(([file, owner]) => [path.relative(folder, file) || ".", owner]));
}

function sweep(dataDir: string) {
  return runScript("server/operator/admin.ts", ["sweep"], { DATA_DIR: dataDir }).ended;
}
