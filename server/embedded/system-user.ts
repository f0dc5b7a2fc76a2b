import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { DataDirError } from "../data-dir-error.ts";
import { unlessMissing } from "./files.ts";

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;

/** A system user, as numbers. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root, and a web server should not. For root this answers the system user to go on as: `gharsach`,
 * made when missing, else `postgres`, whom a PostgreSQL of the machine's own would let in everywhere. For everyone else it
 * answers null: go on as yourself. Throws when root can neither find nor make such a user.
 */
export function systemUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const user = lookUp("gharsach") ?? make("gharsach") ?? lookUp("postgres");
  if (!user) {
    throw new Error(
      "PostgreSQL does not run as root, and no system user could be made for it: start GharSach as an ordinary user.",
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
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name], {
      stdio: "ignore",
    });
  } catch {
    // Another process may have been faster: the answer is whether there is one now.
  }
  return lookUp(name);
}

/** True when the user can enter every folder down to this one. */
export function canEnter(user: SystemUser, folder: string): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

/** True when the user can read this file. */
export function canRead(user: SystemUser, file: string): boolean {
  return spawnSync("/bin/sh", ["-c", '[ -r "$1" ]', "sh", file], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

/** The real path of a folder. Root follows its own symbolic links alone: another user's could lead anywhere. */
export async function realFolder(folder: string): Promise<string> {
  const found = await fs.lstat(folder);
  if (found.isSymbolicLink() && found.uid !== 0 && process.getuid?.() === 0) {
    throw new DataDirError(
      `${folder} is a link that another user made, which root does not follow: make it as root, or start GharSach as that user.`,
    );
  }
  return fs.realpath(folder);
}

/**
 * Makes the user the owner of the files and folders in a folder, and of itself, while others may be changing them. Each is
 * opened, past links, before it is looked at, and is reached through the open folder around it: whatever comes to
 * stand at its path meanwhile, nothing outside changes hands.
 */
export async function giveTo(user: SystemUser, folder: string): Promise<void> {
  const opened = await fs.open(folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = await opened.stat();
    // A second name for a file from elsewhere must not make that file theirs.
    const isOnlyHere = stat.isDirectory() || (stat.isFile() && stat.nlink === 1);
    if (stat.uid !== user.uid && isOnlyHere) await opened.chown(user.uid, user.gid);
    if (!stat.isDirectory()) return;
    // Elsewhere than on Linux a folder has nothing but its path.
    const inside = process.platform === "linux" ? `/proc/self/fd/${opened.fd}` : folder;
    for (const name of await fs.readdir(inside)) {
      const entry = path.join(inside, name);
      const found = await unlessMissing(fs.lstat(entry));
      const isToGive = found?.isDirectory() || (found?.isFile() && found.uid !== user.uid);
      if (isToGive) await unlessMissing(giveTo(user, entry));
    }
  } finally {
    await opened.close();
  }
}
