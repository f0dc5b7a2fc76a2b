import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import postgres from "postgres";
import { z } from "zod";
import { DataDirError } from "../data-dir-error.ts";
import { type OpenDatabase, openDatabase } from "./data-dir.ts";
import { exists } from "./files.ts";
import { lockFolder } from "./folder-lock.ts";
import { readSecrets } from "./secrets.ts";

export const LIST = "backup.json";
export const DATABASE = "database.tar";
export const SECRETS = "secrets.json";
export const PHOTOS = "storage";

export const listSchema = z.object({
  product: z.literal("gharsach"),
  format: z.literal(2),
  madeAt: z.iso.datetime(),
});

export interface BackupResult {
  file: string;
  bytes: number;
  damagedPhotos: string[];
}

/**
 * Writes database, photos and secrets of a data folder to one archive, with or without a running server. `target` is the archive if it ends in
 * .tar.gz, else its folder. Throws {@link DataDirError} if there is nothing to back up or the target cannot be written.
 *
 * Copies the database first: photos are on disk before the database names them and never change, so all named photos exist when they are
 * copied, perhaps in the other bucket, from which a restore moves them. (docs/decisions/0013)
 */
export async function backUp(dataDir: string, target: string, now: Date): Promise<BackupResult> {
  const secrets = await readSecrets(dataDir);
  if (!secrets || !(await exists(path.join(dataDir, "postgres")))) {
    throw new DataDirError(`There is no database in ${dataDir}: set DATA_DIR to the folder that the server uses.`);
  }
  const { file, drafts, lock } = await openTarget(target, now);
  let database: OpenDatabase | null = null;
  try {
    database = await openDatabase(dataDir, secrets.databasePassword);
    const { url } = database;
    await copyDatabase(url, path.join(drafts, DATABASE));
    const list: z.infer<typeof listSchema> = { product: "gharsach", format: 2, madeAt: now.toISOString() };
    await fs.writeFile(path.join(drafts, LIST), JSON.stringify(list));
    const hasPhotos = await exists(path.join(dataDir, PHOTOS));
    const draft = path.join(drafts, DRAFT);
    await tar([
      // Leaves out thumbnails, which are re-created, and uploads in progress, which have no row.
      ...["--exclude=*.webp", "--exclude=*.part", "-c", "-z", "-f", draft],
      ...["-C", drafts, LIST, DATABASE, "-C", dataDir, SECRETS, ...(hasPhotos ? [PHOTOS] : [])],
    ]);
    const archive = await fs.open(draft);
    await archive.sync().finally(() => archive.close());
    await fs.rename(draft, file);
    const damagedPhotos = await findDamaged(url, path.join(dataDir, PHOTOS));
    return { file, bytes: (await fs.stat(file)).size, damagedPhotos };
  } finally {
    await database?.close();
    await fs.rm(drafts, { recursive: true, force: true });
    if (lock !== null) closeSync(lock);
  }
}

const DRAFT = "archive";
const PARTS = [DATABASE, LIST, DRAFT];

/** Removes the drafts of killed backups, a copy of the database each. Running backups hold a lock. */
export async function removeLeftBackups(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const drafts = path.join(folder, name);
    const parts = /\.tar\.gz\.\w{6}$/.test(name) ? await fs.readdir(drafts).catch(() => []) : [];
    // An empty folder may belong to a backup that is about to lock it.
    if (parts.length === 0 || !parts.every((part) => PARTS.includes(part))) continue;
    const lock = lockIfPossible(drafts);
    if (lock === null) continue;
    await fs.rm(drafts, { recursive: true });
    closeSync(lock);
  }
}

interface Target {
  file: string;
  drafts: string;
  /** Protects `drafts` from {@link removeLeftBackups}. Null on a network file system without locks. */
  lock: number | null;
}

async function openTarget(target: string, now: Date): Promise<Target> {
  const isFile = target.endsWith(".tar.gz");
  if (isFile && (await exists(target)))
    throw new DataDirError(`${target} already exists: name another file, or a folder.`);
  const folder = isFile ? path.dirname(target) : target;
  const file = isFile ? target : path.join(folder, `gharsach-${now.toISOString().replaceAll(":", "")}.tar.gz`);
  try {
    await makeFolder(folder);
    const drafts = await fs.mkdtemp(`${file}.`);
    const lock = lockIfPossible(drafts);
    await removeLeftBackups(folder);
    return { file, drafts, lock };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DataDirError(
      code === "EEXIST" || code === "ENOTDIR"
        ? `${folder} is not a folder: move the file with this name, or name another folder.`
        : `${folder} is not writable (${code}): name another folder, or change its permissions.`,
      { cause: error },
    );
  }
}

function lockIfPossible(folder: string): number | null {
  try {
    return lockFolder(folder);
  } catch {
    return null;
  }
}

/** Creates a folder and its parents. Node's `recursive` would retry forever in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (await exists(folder)) return;
  await makeFolder(path.dirname(folder));
  await fs.mkdir(folder, { mode: 0o700 });
}

/**
 * Copies the files of the database and its write-ahead log, like pg_basebackup: the result has the state at the end of the copy.
 * Throws if a page has a wrong checksum.
 */
async function copyDatabase(url: string, file: string): Promise<void> {
  const warnings: string[] = [];
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: ({ message = "" }) => warnings.push(message),
    connection: { replication: "true" } as object,
  });
  try {
    // Keeps the write-ahead log until it is copied. PostgreSQL drops the slot with this connection.
    await sql.unsafe("CREATE_REPLICATION_SLOT gharsach_backup TEMPORARY PHYSICAL RESERVE_WAL").simple();
    const copy = await sql
      .unsafe("BASE_BACKUP (LABEL 'gharsach', CHECKPOINT 'fast', WAL true, MANIFEST 'no')")
      .simple()
      .readable();
    const files = new PassThrough();
    // The first letter of a message is its type. "d" is data.
    copy.on("data", (message: Buffer) => {
      const isData = String.fromCharCode(message[0] ?? 0) === "d";
      if (isData && !files.write(message.subarray(1))) {
        copy.pause();
        files.once("drain", () => copy.resume());
      }
    });
    copy.once("end", () => files.end());
    copy.once("error", (error) => files.destroy(error));
    await pipeline(files, createWriteStream(file, { mode: 0o600 }));
    // PostgreSQL warns during the copy. postgres.js does not pass on its final error.
    const damage = warnings.find((warning) => warning.includes("checksum"));
    if (damage) throw new DataDirError(`The database is damaged (${damage}): keep your earlier backups.`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Returns the photos of the database that are missing in this folder or have another size. */
async function findDamaged(url: string, folder: string): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const photos = await sql<{ file: string; size: number }[]>`
    select bucket_id || '/' || name as file, (metadata ->> 'size')::int as size from storage.objects order by 1`.finally(
    () => sql.end(),
  );
  const damaged: string[] = [];
  for (const { file, size } of photos) {
    const stat = await fs.stat(path.join(folder, file)).catch(() => null);
    if (stat?.size !== size) damaged.push(file);
  }
  return damaged;
}

/** Runs tar. Only the owner may read its output. Throws {@link DataDirError} if it fails. */
export async function tar(args: string[], stdin: number | "ignore" = "ignore"): Promise<void> {
  const umask = process.umask(0o077);
  const child = spawn("tar", args, { stdio: [stdin, "ignore", "pipe"] });
  process.umask(umask);
  let message = "";
  child.stderr?.on("data", (text: Buffer) => {
    message += text.toString();
  });
  const [code] = (await once(child, "close").catch(() => {
    throw new DataDirError("Backups need the program tar: install it.");
  })) as [number | null];
  // 1: a file has changed or moved, such as the photo of a review that was hidden.
  if (code !== 0 && code !== 1) throw new DataDirError(`The archive could not be written or read: ${message.trim()}`);
}
