import { execFileSync, spawnSync } from "node:child_process";

/** A system user, as numbers. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. For root this answers the system user to run it as: `postgres` where there is
 * one, else `gharsach`, made when missing. For everyone else it answers null: run it as yourself.
 * Throws when root can neither find nor make such a user.
 */
export function databaseUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const user = lookUp("postgres") ?? lookUp("gharsach") ?? make("gharsach");
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
