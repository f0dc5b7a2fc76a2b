import { spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { DataDirError } from "../data-dir-error.ts";
import { SettingsError } from "../setting-values.ts";
import { exists } from "./files.ts";

/** For files that the system user cannot reach: PostgreSQL's programs, and data in root's home. */
export const SYSTEM_FOLDER = "/var/lib/gharsach";

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * Returns the system user to switch to if this is root, else null: PostgreSQL refuses to run as root, and a web server should not. Creates
 * `gharsach` if it is missing, or falls back to `postgres`. Throws if neither exists.
 */
export function systemUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const user = lookUp("gharsach") ?? make("gharsach") ?? lookUp("postgres");
  if (!user) {
    throw new Error(
      "PostgreSQL does not run as root, and no system user could be created: start GharSach as an ordinary user.",
    );
  }
  return user;
}

function lookUp(name: string): SystemUser | null {
  const id = (flag: string) => spawnSync("id", [flag, name], { encoding: "utf8" });
  const uid = id("-u");
  const gid = id("-g");
  if (uid.status !== 0 || gid.status !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function make(name: string): SystemUser | null {
  // If this fails, another process may have created it.
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name]);
  return lookUp(name);
}

export function canEnter(user: SystemUser, folder: string): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

/** Gives a folder and its content to the user. chown follows no links in it. */
export function changeOwner({ uid, gid }: SystemUser, folder: string): void {
  // If a running server removes a file, chown reports it and continues.
  spawnSync("chown", ["-R", "-h", "--", `${uid}:${gid}`, folder]);
}

/**
 * Creates the data folder with access for its owner only. If root starts the server, the system user owns it. Throws {@link DataDirError} if it
 * belongs to another user, or to root with other content.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  const user = systemUser();
  await (user ? makeFolderOf(user, dataDir) : fs.mkdir(dataDir, { recursive: true, mode: 0o700 })).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOSPC" || error.code === "EDQUOT") throw error;
      throw new SettingsError(
        `DATA_DIR is ${dataDir}, where no folder can be created: set it to one that this user may write to.`,
      );
    },
  );
  if (!user) return;
  const { uid } = await fs.stat(dataDir);
  if (uid !== 0 && uid !== user.uid) {
    throw new DataDirError(
      `${dataDir} belongs to another user: start GharSach as that one, or change the owner with chown -R ${user.uid}:${user.gid} ${dataDir}`,
    );
  }
  if (uid === 0 && (await hasOtherFiles(dataDir))) {
    throw new DataDirError(
      `${dataDir} contains other files of root: set DATA_DIR to a separate folder, which is created if it is missing.`,
    );
  }
  changeOwner(user, await fs.realpath(dataDir));
}

/** Returns whether a folder has files but no data of GharSach. The root folder of a disk has a lost+found. */
async function hasOtherFiles(folder: string): Promise<boolean> {
  const names = (await fs.readdir(folder)).filter((name) => name !== "lost+found");
  return names.length > 0 && !names.includes("secrets.json");
}

/** Creates a folder, or a link to a folder elsewhere if the user cannot enter the parent, such as root's home. */
async function makeFolderOf(user: SystemUser, folder: string): Promise<void> {
  if (await exists(folder)) return;
  await fs.mkdir(path.dirname(folder), { recursive: true });
  if (canEnter(user, path.dirname(folder))) {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    return;
  }
  await fs.mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  const target = await fs.mkdtemp(path.join(SYSTEM_FOLDER, "data-"));
  await fs.symlink(target, folder).catch(async (error: NodeJS.ErrnoException) => {
    await fs.rmdir(target);
    if (error.code !== "EEXIST") throw error;
  });
}
