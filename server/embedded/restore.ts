import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import postgres from "postgres";
import { DataDirError } from "../data-dir-error.ts";
import { type BackupList, DATABASE, LIST, PHOTOS, SECRETS, finished, listSchema, sumOf } from "./backup.ts";
import { exists } from "./files.ts";
import { adoptDatabase } from "./postgres/folders.ts";
import { refuseInUse } from "./postgres/leftovers.ts";
import { startPostgres } from "./postgres/start.ts";
import { loadSecrets, readSecrets } from "./secrets.ts";
import type { SystemUser } from "./system-user.ts";

export interface RestoreResult {
  madeAt: string;
  reviews: number;
  photos: number;
  /** Photos that reviews show and that the archive does not have. */
  missingPhotos: string[];
  /** Where what the folder held before is now. */
  replaced: string | null;
}

/**
 * Puts the archive of a backup into the data folder. Everything is unpacked, compared with its sums and started once
 * beside the folder's own content, which stays untouched until then. A folder that is not empty is refused without
 * `force`, and put aside with it; one that a server uses is refused always. Throws {@link DataDirError}.
 */
export async function restore(archive: string, dataDir: string, force: boolean, now: Date): Promise<RestoreResult> {
  if (!(await fs.stat(archive).catch(() => null))?.isFile()) throw new DataDirError(`There is no file ${archive}.`);
  const held = await fs.readdir(dataDir).catch(() => []);
  await refuseRunning(dataDir);
  if (held.length > 0 && !force) {
    throw new DataDirError(
      `${dataDir} is not empty: set DATA_DIR to a new folder, or add --force to put what it holds aside.`,
    );
  }
  await fs.mkdir(dataDir, { recursive: true, mode: 0o700 });
  const stamp = now.toISOString().slice(0, 19).replaceAll(":", "");
  // Inside of it, so that the last step is within one disk, and may be a disk of its own.
  const fresh = path.join(dataDir, `restoring-${stamp}Z`);
  try {
    await fs.mkdir(fresh, { mode: 0o700 });
    const list = await unpack(archive, fresh);
    await adoptDatabase(fresh, (folder, user) => unpackDatabase(path.join(fresh, DATABASE), folder, user));
    await fs.rm(path.join(fresh, DATABASE));
    const result = await tryOut(fresh, list);

    await refuseRunning(dataDir);
    const replaced = held.length > 0 ? path.join(dataDir, `replaced-${stamp}Z`) : null;
    // PostgreSQL's user must still get through to what is its own, should it be needed again.
    if (replaced) await fs.mkdir(replaced, { mode: 0o711 });
    for (const name of held) if (!/^(?:replaced|restoring)-/.test(name)) await move(name, dataDir, replaced ?? dataDir);
    for (const name of ["postgres", PHOTOS, SECRETS])
      if (await exists(path.join(fresh, name))) await move(name, fresh, dataDir);
    return { ...result, replaced };
  } finally {
    await fs.rm(fresh, { recursive: true, force: true });
  }
}

function move(name: string, from: string, to: string): Promise<void> {
  return fs.rename(path.join(from, name), path.join(to, name));
}

async function refuseRunning(dataDir: string): Promise<void> {
  // Damaged secrets are a reason to restore; nothing can run on them.
  const secrets = await readSecrets(dataDir).catch(() => null);
  if (secrets) await refuseInUse(dataDir, secrets.databasePassword);
}

/**
 * Starts tar on its input. What it unpacks is for its owner alone, whatever the archive says: a photo that was marked "run me as
 * my owner" must not come back so.
 */
function untar(folder: string, user?: SystemUser | null) {
  const umask = process.umask(0o077);
  try {
    const flags = ["--no-same-owner", "--no-same-permissions"];
    return spawn("tar", ["-x", "-f", "-", ...flags, "-C", folder], {
      ...user,
      cwd: "/",
      stdio: ["pipe", "ignore", "pipe"],
    });
  } finally {
    process.umask(umask);
  }
}

/** Unpacks the archive and compares every file with its sum. */
async function unpack(archive: string, folder: string): Promise<BackupList> {
  const child = untar(folder);
  const damaged = new DataDirError(
    `${archive} is damaged or no backup of GharSach: nothing was changed. Try an older one.`,
  );
  try {
    await finished(child, "read", untilRead(pipeline(createReadStream(archive), child.stdin)));
  } catch (error) {
    throw error instanceof DataDirError && error.message.includes("install it") ? error : damaged;
  }
  const text = await fs.readFile(path.join(folder, LIST), "utf8").catch(() => "");
  const list = listSchema.safeParse(parsed(text)).data;
  if (!list) throw damaged;
  for (const [name, sum] of Object.entries(list.sums)) {
    const file = path.join(folder, name);
    if (!file.startsWith(folder + path.sep) || (await sumOf(file).catch(() => "")) !== sum) throw damaged;
  }
  await fs.rm(path.join(folder, LIST));
  return list;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** As its owner, who may be changing the folder meanwhile. */
async function unpackDatabase(file: string, folder: string, user: SystemUser | null): Promise<void> {
  const child = untar(folder, user);
  await finished(child, "read", untilRead(pipeline(createReadStream(file), createGunzip(), child.stdin)));
}

/** tar may be gone before its input is closed here. Its exit code says whether it read a whole archive. */
async function untilRead(input: Promise<void>): Promise<void> {
  await input.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE" && error.code !== "EPIPE") throw error;
  });
}

/** Starts the database once: PostgreSQL brings it to the state of the end of the backup. Then looks at what it holds. */
async function tryOut(folder: string, { madeAt, sums }: BackupList): Promise<Omit<RestoreResult, "replaced">> {
  const { databasePassword } = await loadSecrets(folder);
  const server = await startPostgres(folder, databasePassword);
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    await putPhotosWhereTheyBelong(sql, path.join(folder, PHOTOS), Object.keys(sums));
    const [count] = await sql<{ reviews: number }[]>`select count(*)::int as reviews from public.reviews`;
    const shown = await sql<{ photo: string }[]>`
      select 'review-proofs/public/' || photo_name as photo
      from private.review_proofs join public.reviews on id = review_id where hidden_at is null`;
    const missingPhotos: string[] = [];
    for (const { photo } of shown) if (!(await exists(path.join(folder, PHOTOS, photo)))) missingPhotos.push(photo);
    const photos = Object.keys(sums).filter((name) => name.startsWith(`${PHOTOS}/`)).length;
    return { madeAt, reviews: count?.reviews ?? 0, photos, missingPhotos };
  } finally {
    await sql.end();
    await server.stop();
  }
}

/** A review that was hidden, or shown again, while the backup was made has its photos in the other folder. */
async function putPhotosWhereTheyBelong(sql: postgres.Sql, folder: string, files: string[]): Promise<void> {
  const byName = new Map(files.map((file) => [path.basename(file), path.posix.relative(PHOTOS, file)]));
  const rows = await sql<{ file: string }[]>`select bucket_id || '/' || name as file from storage.objects`;
  for (const { file } of rows) {
    // The rows are the archive's, too, and must not lead out of the folder.
    if (!path.join(folder, file).startsWith(folder + path.sep)) continue;
    const found = byName.get(path.basename(file));
    if (!found || found === file || (await exists(path.join(folder, file)))) continue;
    await fs.mkdir(path.dirname(path.join(folder, file)), { recursive: true, mode: 0o700 });
    await fs.rename(path.join(folder, found), path.join(folder, file));
  }
}
