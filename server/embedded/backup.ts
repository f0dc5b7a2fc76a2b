import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { PassThrough, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import postgres from "postgres";
import { z } from "zod";
import { DataDirError } from "../data-dir-error.ts";
import { runningPostgres } from "./postgres/leftovers.ts";
import { claimDatabase, type DatabaseClaim } from "./postgres/ownership.ts";
import { type PostgresServer, startPostgres } from "./postgres/start.ts";
import { exists, unlessMissing } from "./files.ts";
import { readSecrets } from "./secrets.ts";

/** The files of an archive, in their order in it. The list comes first and has a sum of each of the others. */
export const LIST = "backup.json";
export const DATABASE = "database.tar.gz";
export const SECRETS = "secrets.json";
export const PHOTOS = "storage";

export const listSchema = z.object({
  product: z.literal("gharsach"),
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The main version of PostgreSQL, the only one that can read its files. */
  postgres: z.string(),
  /** SHA-256 of each file, by its path in the archive. */
  sums: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});
export type BackupList = z.infer<typeof listSchema>;

const ATTEMPTS = 3;

export interface BackupResult {
  file: string;
  bytes: number;
  photos: number;
  /** Photos that the database names and that are gone or not as they were stored. */
  damagedPhotos: string[];
}

/**
 * Writes the database, the photos and the secrets of a data folder into one archive, while a server runs on it or not.
 * `target` is the archive where it ends in .tar, else a folder for it, which is made. Throws {@link DataDirError} when there is
 * nothing to back up, or when the target cannot be written.
 *
 * The database comes first, the photos after it: a photo is on the disk before the database names it and never changes, so
 * that each one that the archive's database names was there when the photos were read (or in another folder, since its
 * review was hidden meanwhile: the restore puts it back). (docs/decisions/0013)
 */
export async function backUp(dataDir: string, target: string, now: Date): Promise<BackupResult> {
  const secrets = await readSecrets(dataDir);
  if (!secrets || !(await exists(path.join(dataDir, "postgres")))) {
    throw new DataDirError(`There is no database in ${dataDir}: set DATA_DIR to the folder that the server uses.`);
  }
  const { databasePassword } = secrets;
  const { file, drafts } = await openTarget(target, now);
  let own: PostgresServer | null = null;
  let claim: DatabaseClaim | null = null;
  try {
    const running = await runningPostgres(dataDir, databasePassword);
    own = running ? null : await startPostgres(dataDir, databasePassword);
    const url = own?.url ?? running ?? "";
    // A server that is started meanwhile must not take the database for one that was left behind.
    claim = own && (await claimDatabase(url, dataDir));
    const databaseSum = await copyDatabase(url, path.join(drafts, DATABASE));
    await fs.copyFile(path.join(dataDir, SECRETS), path.join(drafts, SECRETS));
    const damagedPhotos = await findDamaged(path.join(dataDir, PHOTOS), () => namedPhotos(url));

    const version = (await fs.readFile(path.join(dataDir, "postgres", "PG_VERSION"), "utf8")).trim();
    const draft = path.join(drafts, "archive");
    let photos: string[] = [];
    for (let attempt = 1; ; attempt++) {
      try {
        photos = await listPhotos(path.join(dataDir, PHOTOS));
        const sums: Record<string, string> = {
          [DATABASE]: databaseSum,
          [SECRETS]: await sumOf(path.join(drafts, SECRETS)),
        };
        for (const photo of photos) sums[`${PHOTOS}/${photo}`] = await sumOf(path.join(dataDir, PHOTOS, photo));
        const list: BackupList = { product: "gharsach", format: 1, madeAt: now.toISOString(), postgres: version, sums };
        await fs.writeFile(path.join(drafts, LIST), `${JSON.stringify(list, null, 2)}\n`);
        await fs.writeFile(path.join(drafts, "photos"), photos.map((photo) => `${PHOTOS}/${photo}\n`).join(""));
        await writeArchive(draft, [
          ...["-C", drafts, LIST, DATABASE, SECRETS],
          ...(photos.length > 0 ? ["-C", dataDir, "-T", path.join(drafts, "photos")] : []),
        ]);
        break;
      } catch (error) {
        // An operator has just hidden a review or erased an account: its photos have moved or gone.
        const hasMoved = error instanceof DataDirError || (error as NodeJS.ErrnoException).code === "ENOENT";
        if (!hasMoved || attempt === ATTEMPTS) throw error;
      }
    }
    await fs.rename(draft, file);
    return { file, bytes: (await fs.stat(file)).size, photos: photos.length, damagedPhotos };
  } finally {
    await claim?.release();
    await own?.stop();
    await fs.rm(drafts, { recursive: true, force: true });
  }
}

/** The archive to write, and an empty folder beside it for its parts. */
async function openTarget(target: string, now: Date): Promise<{ file: string; drafts: string }> {
  const isFile = target.endsWith(".tar");
  if (isFile && (await exists(target)))
    throw new DataDirError(`${target} exists already: name another file, or a folder.`);
  const folder = isFile ? path.dirname(target) : target;
  const file = isFile ? target : path.join(folder, `gharsach-${now.toISOString().replaceAll(":", "")}.tar`);
  try {
    await makeFolder(folder);
    return { file, drafts: await fs.mkdtemp(`${file}.`) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DataDirError(
      code === "EEXIST" || code === "ENOTDIR"
        ? `${folder} is not a folder: move the file that stands in its way, or name another folder.`
        : `Nothing can be written in ${folder} (${code}): name another folder, or one that you may write in.`,
      { cause: error },
    );
  }
}

/** Node's own `recursive` tries for ever where nothing can be made, such as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (await exists(folder)) return;
  await makeFolder(path.dirname(folder));
  await fs.mkdir(folder, { mode: 0o700 });
}

/**
 * A whole copy of the database as PostgreSQL itself makes it (the command behind pg_basebackup): its files and the log of
 * what was written meanwhile, so that the copy opens in the state of its end. Pages with a wrong checksum fail the backup.
 * Resolves to the SHA-256 of the file.
 */
async function copyDatabase(url: string, file: string): Promise<string> {
  const warnings: string[] = [];
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: ({ message = "" }) => warnings.push(message),
    connection: { replication: "true" } as object,
  });
  try {
    // Keeps the log until the copy has it, however much is written meanwhile. It goes with this connection.
    await sql.unsafe("CREATE_REPLICATION_SLOT gharsach_backup TEMPORARY PHYSICAL RESERVE_WAL").simple();
    const copy = await sql
      .unsafe("BASE_BACKUP (LABEL 'gharsach', CHECKPOINT 'fast', WAL true, MANIFEST 'no')")
      .simple()
      .readable();
    const files = new PassThrough();
    let tablespaces = 0;
    // The first letter of each message says what it is: a new archive, data, or progress.
    copy.on("data", (message: Buffer) => {
      const kind = String.fromCharCode(message[0] ?? 0);
      if (kind === "n") tablespaces += 1;
      if (kind === "d" && !files.write(message.subarray(1))) {
        copy.pause();
        files.once("drain", () => copy.resume());
      }
    });
    copy.once("end", () => files.end());
    copy.once("error", (error) => files.destroy(error));
    const sum = createHash("sha256");
    await pipeline(
      files,
      createGzip({ level: 3 }),
      summedUp(sum),
      createWriteStream(file, { mode: 0o600, flush: true }),
    );
    if (tablespaces !== 1) throw new Error(`The copy of the database has ${tablespaces} parts in place of one.`);
    // PostgreSQL tells of wrong checksums while it goes on; what it says at the end does not reach a stream.
    const damage = warnings.find((warning) => warning.includes("checksum"));
    if (damage) throw new DataDirError(`The database is damaged (${damage}): keep the backups that you have.`);
    return sum.digest("hex");
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function summedUp(sum: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      done(null, chunk);
    },
  });
}

interface NamedPhoto {
  name: string;
  size: number;
}

/** The photos that `readNamed` names and that are gone from this folder or not as they were stored. */
export async function findDamaged(folder: string, readNamed: () => Promise<NamedPhoto[]>): Promise<string[]> {
  const damaged: string[] = [];
  for (const { name, size } of await readNamed()) {
    const stat = await fs.stat(path.join(folder, name)).catch(() => null);
    if (stat?.size !== size) damaged.push(name);
  }
  if (damaged.length === 0) return [];
  // One that moved or was removed meanwhile is not named any more.
  const named = new Set((await readNamed()).map(({ name }) => name));
  return damaged.filter((name) => named.has(name));
}

async function namedPhotos(url: string): Promise<NamedPhoto[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql<NamedPhoto[]>`
      select bucket_id || '/' || name as name, (metadata ->> 'size')::int as size from storage.objects
      -- A photo whose upload is under way is not in the copied database.
      where created_at < now() - interval '1 minute' or created_at is null
      order by 1`;
  } finally {
    await sql.end();
  }
}

/**
 * The photos below this folder, without thumbnails, which are drawn again, without uploads that are under way, and without
 * hard links to other users' files, which root could read and the server could not.
 */
async function listPhotos(folder: string): Promise<string[]> {
  const owner = await unlessMissing(fs.stat(folder));
  if (!owner) return [];
  const photos: string[] = [];
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:png|jpe?g|gif)$/i.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { nlink, uid } = await fs.lstat(file);
    if (nlink === 1 || uid === owner.uid) photos.push(path.relative(folder, file).replaceAll(path.sep, "/"));
  }
  return photos.toSorted();
}

export async function sumOf(file: string): Promise<string> {
  const sum = createHash("sha256");
  for await (const chunk of createReadStream(file)) sum.update(chunk as Buffer);
  return sum.digest("hex");
}

async function writeArchive(file: string, entries: string[]): Promise<void> {
  const child = spawn("tar", ["-c", "-f", "-", ...entries], { stdio: ["ignore", "pipe", "pipe"] });
  await finished(child, "write", pipeline(child.stdout, createWriteStream(file, { mode: 0o600, flush: true })));
}

/** Waits for `tar` and for what goes on beside it. */
export async function finished(
  child: ReturnType<typeof spawn>,
  what: "read" | "write",
  beside: Promise<void>,
): Promise<void> {
  let complaint = "";
  child.stderr?.on("data", (text: Buffer) => {
    complaint += text.toString();
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", () => reject(new DataDirError("Backups need the program tar: install it.")));
    child.once("close", (code) => {
      if (code === 0) resolve();
      else
        reject(
          new DataDirError(`The archive could not be ${what === "read" ? "read" : "written"}: ${complaint.trim()}`),
        );
    });
  });
  await Promise.all([ended, beside]);
}
