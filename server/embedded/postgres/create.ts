import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { changeOwner, type SystemUser } from "../system-user.ts";
import { type ClusterOptions, postgresEnvironment } from "./cluster.ts";

/** Creates the cluster in a temporary folder and renames it: a killed process leaves no partial cluster. */
export async function createCluster({ binaries, folder, password, user, signal }: ClusterOptions): Promise<void> {
  await removePartialClusters(folder);
  // A random name: `initdb` of a killed process may still write to its folder.
  const partial = `${folder}${PARTIAL}${randomBytes(4).toString("hex")}`;
  const passwordFile = `${partial}.password`;
  try {
    await fs.writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: "wx" });
    await fs.mkdir(partial, { mode: 0o700 });
    if (user) for (const made of [passwordFile, partial]) changeOwner(user, made);
    const flags = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "--encoding=UTF8"];
    // PostgreSQL's collation does not depend on the C library.
    flags.push("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions");
    const initdb = (...more: string[]) =>
      run(path.join(binaries, "bin", "initdb"), [`--pgdata=${partial}`, ...flags, ...more], user, signal);
    // pg_trgm asks the C library for letters: with "C" it has trigrams of Latin only.
    await initdb("--lc-ctype=C.UTF-8").catch((error: unknown) => {
      // macOS has no such locale: searches in other scripts cannot use the index.
      if (!(error instanceof Error && /invalid locale name/.test(error.message))) throw error;
      return initdb();
    });
    await fs.rename(partial, folder);
  } finally {
    await fs.rm(passwordFile, { force: true });
    await fs.rm(partial, { recursive: true, force: true });
  }
}

const PARTIAL = ".new-";

async function removePartialClusters(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  for (const name of await fs.readdir(parent))
    if (name.startsWith(`${path.basename(folder)}${PARTIAL}`))
      await fs.rm(path.join(parent, name), { recursive: true });
}

function run(command: string, args: string[], user: SystemUser | null, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // Ctrl-C must not reach the program: only `signal` ends it.
    const child = spawn(command, args, {
      ...user,
      ...(signal && { signal }),
      cwd: "/",
      env: postgresEnvironment(),
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let message = "";
    child.stderr.on("data", (text: Buffer) => {
      message += text.toString();
    });
    child.once("error", (error) => {
      if (!signal?.aborted) reject(error);
    });
    child.once("close", (code) => {
      if (signal?.aborted) reject(signal.reason as Error);
      else if (code === 0) resolve();
      else reject(new Error(`${path.basename(command)} failed: ${message.trim()}`));
    });
  });
}
