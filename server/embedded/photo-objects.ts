import fs from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";
import type { PhotoFiles, PhotoMove, StoredPhoto } from "../photo-moves.ts";
import { unlessMissing } from "./files.ts";
import { PROOF_BUCKET } from "./photo-storage.ts";
import { removePhotoFile } from "./proof-thumbnails.ts";
import { refuseAfterClockJump } from "./sweeping.ts";

const BUCKETS = [PROOF_BUCKET, "withheld-proofs"];
const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates functions that move and remove photos in `folder` together with their rows in the database. */
export function createPhotoObjects(sql: postgres.Sql, folder: string): PhotoFiles {
  function fileOf({ bucket, name }: StoredPhoto): string {
    const file = path.resolve(folder, bucket, name);
    if (!file.startsWith(path.join(path.resolve(folder), path.sep)))
      throw new Error("This is not the name of a photo.");
    return file;
  }

  /** Moves a photo and its row. Idempotent. Throws if another photo has the new name. */
  async function movePhoto({ from, to }: PhotoMove): Promise<void> {
    const [source, target] = [fileOf(from), fileOf(to)];
    await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    try {
      // A link fails if the name is taken.
      await fs.link(source, target);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // After an earlier failure, the source is missing, or both files exist.
      const isMovedAlready = code === "ENOENT" || (code === "EEXIST" && (await isSameFile(source, target)));
      if (!isMovedAlready) throw error;
    }
    await removePhotoFile(source);
    await sql`
      update storage.objects set bucket_id = ${to.bucket}, name = ${to.name}, updated_at = now()
      where bucket_id = ${from.bucket} and name = ${from.name}`;
  }

  /** Deletes each file before its row: after a failure in between, a sweep finds the row. */
  async function removePhotos(photos: StoredPhoto[]): Promise<void> {
    for (const photo of photos) {
      await removePhotoFile(fileOf(photo));
      await sql`delete from storage.objects where bucket_id = ${photo.bucket} and name = ${photo.name}`;
    }
  }

  return { movePhoto, removePhotos };
}

/** Removes uploads older than an hour that no review shows. Returns their number. Throws if the clock jumped. */
export async function sweepUploads(sql: postgres.Sql, folder: string, isRecentOnly = false): Promise<number> {
  await refuseAfterClockJump(sql);
  const files = createPhotoObjects(sql, folder);
  let removed = 0;
  for (;;) {
    const [row] = await sql<
      { orphans: StoredPhoto[] }[]
    >`select public.operator_orphan_uploads(${isRecentOnly}) as orphans`;
    const orphans = row?.orphans ?? [];
    if (orphans.length === 0) break;
    await files.removePhotos(orphans);
    removed += orphans.length;
  }
  return removed;
}

const BATCH = 1_000;
/** The maximum number of files that one sweep removes. */
const MAX_STRAY = 10_000;

/** Removes files without a row that a crash left more than a day ago. Returns the number of photos. Throws if the clock jumped. */
export async function sweepStrayFiles(sql: postgres.Sql, folder: string): Promise<number> {
  await refuseAfterClockJump(sql);
  const stray: string[] = [];
  const counts = { known: 0, stray: 0 };
  for (const bucket of BUCKETS) {
    for await (const names of batches(namesBelow(path.join(folder, bucket), ""))) {
      const photos = names.map((name) => photoOf(path.posix.basename(name)));
      const rows = await sql<{ name: string }[]>`select private.known_photos(${photos}) as name`;
      const known = new Set(rows.map(({ name }) => name));
      counts.known += known.size;
      for (const [index, name] of names.entries()) {
        if (known.has(photos[index] ?? "") && !name.endsWith(".part")) continue;
        const file = path.join(folder, bucket, name);
        if (!(await isOlderThanADay(file))) continue;
        counts.stray += 1;
        if (stray.length < MAX_STRAY) stray.push(file);
      }
    }
  }
  // The folder seems to belong to another database: keep its photos.
  if (counts.stray > counts.known) return 0;
  for (const file of stray) await fs.rm(file, { force: true });
  return stray.filter((file) => photoOf(file) === file).length;
}

async function* batches(names: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const name of names) {
    if (batch.push(name) < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Returns the photo of a thumbnail or draft, or the photo itself. */
function photoOf(name: string): string {
  return name.replace(/\.\d+\.webp$|(?:\.\d+\.webp)?\.[0-9a-f]+\.part$/, "");
}

/** Yields the paths of all files below a folder: 240,000 in 1 s. opendir's `recursive` takes quadratic time (36 s). */
async function* namesBelow(folder: string, within: string): AsyncGenerator<string> {
  for await (const entry of (await unlessMissing(fs.opendir(path.join(folder, within)))) ?? []) {
    const name = path.posix.join(within, entry.name);
    if (entry.isDirectory()) yield* namesBelow(folder, name);
    else if (entry.isFile()) yield name;
  }
}

async function isOlderThanADay(file: string): Promise<boolean> {
  const stat = await fs.stat(file).catch(() => null);
  return stat !== null && stat.mtimeMs < Date.now() - DAY_MS;
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([fs.stat(a), fs.stat(b)]);
  return one.ino === other.ino && one.dev === other.dev;
}
