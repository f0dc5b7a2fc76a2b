import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";

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

/** Makes the user the owner of a folder and of all that is in it. */
export async function giveTo(user: SystemUser, folder: string): Promise<void> {
  const inside = await fs.readdir(folder, { recursive: true });
  for (const entry of [folder, ...inside.map((name) => path.join(folder, name))]) {
    const stat = await fs.lstat(entry);
    // A second name for a file from elsewhere must not make that file theirs.
    const isOnlyHere = stat.isDirectory() || stat.nlink === 1;
    if (stat.uid !== user.uid && isOnlyHere) await fs.lchown(entry, user.uid, user.gid);
  }
}
