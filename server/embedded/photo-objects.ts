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

/** The photos in `folder` and the rows of the database that stand for them. */
export function createPhotoObjects(sql: postgres.Sql, folder: string): PhotoFiles {
  function fileOf({ bucket, name }: StoredPhoto): string {
    const file = path.resolve(folder, bucket, name);
    if (!file.startsWith(path.join(path.resolve(folder), path.sep))) throw new Error("This is no name of a photo.");
    return file;
  }

  /** Once more after a failure finishes the work. Throws when another photo has the new name. */
  async function movePhoto({ from, to }: PhotoMove): Promise<void> {
    const [source, target] = [fileOf(from), fileOf(to)];
    await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    try {
      // A link fails where the name is taken.
      await fs.link(source, target);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Without a file, or with both after a failure in between, only the row is left to change.
      const isMovedAlready = code === "ENOENT" || (code === "EEXIST" && (await isSameFile(source, target)));
      if (!isMovedAlready) throw error;
    }
    await removePhotoFile(source);
    await sql`
      update storage.objects set bucket_id = ${to.bucket}, name = ${to.name}, updated_at = now()
      where bucket_id = ${from.bucket} and name = ${from.name}`;
  }

  /** File first: a row without a file is found again by the next sweep. */
  async function removePhotos(photos: StoredPhoto[]): Promise<void> {
    for (const photo of photos) {
      await removePhotoFile(fileOf(photo));
      await sql`delete from storage.objects where bucket_id = ${photo.bucket} and name = ${photo.name}`;
    }
  }

  return { movePhoto, removePhotos };
}

/** Removes uploads older than an hour that no review shows. Resolves to their number. Throws while nothing is deleted by age. */
export async function sweepUploads(sql: postgres.Sql, folder: string): Promise<number> {
  await refuseAfterClockJump(sql);
  const files = createPhotoObjects(sql, folder);
  let removed = 0;
  for (;;) {
    const [row] = await sql<{ orphans: StoredPhoto[] }[]>`select public.operator_orphan_uploads() as orphans`;
    const orphans = row?.orphans ?? [];
    if (orphans.length === 0) break;
    await files.removePhotos(orphans);
    removed += orphans.length;
  }
  return removed;
}

/** Removes what a crash left in `folder` without a row, after a day. Resolves to the number of photos. Throws as sweepUploads does. */
export async function sweepStrayFiles(sql: postgres.Sql, folder: string): Promise<number> {
  await refuseAfterClockJump(sql);
  const rows = await sql<{ name: string }[]>`select name from storage.objects where bucket_id in ${sql(BUCKETS)}`;
  // Whatever their bucket: an operator may be moving one just now.
  const known = new Set(rows.map(({ name }) => path.posix.basename(name)));
  const stray: string[] = [];
  for (const bucket of BUCKETS) {
    for await (const name of namesBelow(path.join(folder, bucket), "")) {
      if (known.has(photoOf(path.posix.basename(name))) && !name.endsWith(".part")) continue;
      const file = path.join(folder, bucket, name);
      if (await isOlderThanADay(file)) stray.push(file);
    }
  }
  // Then the folder belongs to another database than this one: a mistake of set-up must not cost its photos.
  if (stray.length > known.size) return 0;
  for (const file of stray) await fs.rm(file, { force: true });
  return stray.filter((file) => photoOf(file) === file).length;
}

/** The photo that a thumbnail or an unfinished file belongs to; of a photo, itself. */
function photoOf(name: string): string {
  return name.replace(/\.\d+\.webp$|(?:\.\d+\.webp)?\.[0-9a-f]+\.part$/, "");
}

/** Folder by folder: what `recursive` of opendir takes grows with the square of the files (36 s for 240,000; this, 1 s). */
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
