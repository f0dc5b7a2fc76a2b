import fs from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";
import { unlessMissing } from "./files.ts";
import { thumbnailFile } from "./proof-thumbnails.ts";

/** A photo in the storage: the name of its bucket, and its own name there. */
export interface StoredPhoto {
  bucket: string;
  name: string;
}

export interface PhotoMove {
  from: StoredPhoto;
  to: StoredPhoto;
}

const BUCKETS = ["review-proofs", "withheld-proofs"];
const DAY_MS = 24 * 60 * 60 * 1000;

/** The photos in `folder` and the rows of the database that stand for them. */
export function createProofFiles(sql: postgres.Sql, folder: string) {
  function fileOf({ bucket, name }: StoredPhoto): string {
    const file = path.resolve(folder, bucket, name);
    if (!file.startsWith(path.join(path.resolve(folder), path.sep))) throw new Error("This is no name of a photo.");
    return file;
  }

  /** Once more after a failure finishes the work. Throws when another photo has the new name. */
  async function move({ from, to }: PhotoMove): Promise<void> {
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
    await removeFile(source);
    await sql`
      update storage.objects set bucket_id = ${to.bucket}, name = ${to.name}, updated_at = now()
      where bucket_id = ${from.bucket} and name = ${from.name}`;
  }

  /** File first: a row without a file is found again by the next sweep. */
  async function remove(photos: StoredPhoto[]): Promise<void> {
    for (const photo of photos) {
      await removeFile(fileOf(photo));
      await sql`delete from storage.objects where bucket_id = ${photo.bucket} and name = ${photo.name}`;
    }
  }

  return { move, remove };
}

/**
 * Removes uploads that are older than 25 hours and that no review shows, and what a crash left in `folder` without a row.
 * Resolves to the number of photos that went.
 */
export async function sweepUploads(sql: postgres.Sql, folder: string): Promise<number> {
  const files = createProofFiles(sql, folder);
  let removed = 0;
  for (;;) {
    const [row] = await sql<{ orphans: StoredPhoto[] }[]>`select public.operator_orphan_uploads() as orphans`;
    const orphans = row?.orphans ?? [];
    if (orphans.length === 0) break;
    await files.remove(orphans);
    removed += orphans.length;
  }
  return removed + (await sweepStrayFiles(sql, folder));
}

async function sweepStrayFiles(sql: postgres.Sql, folder: string): Promise<number> {
  const rows = await sql<{ name: string }[]>`select name from storage.objects where bucket_id in ${sql(BUCKETS)}`;
  // Whatever its bucket: an operator may be moving it just now.
  const known = new Set(rows.map(({ name }) => path.posix.basename(name)));
  const stray: string[] = [];
  for (const bucket of BUCKETS) {
    for (const name of await filesBelow(path.join(folder, bucket))) {
      const isKnown = known.has(path.posix.basename(photoOf(name))) && !name.endsWith(".part");
      if (!isKnown && (await isOlderThanADay(path.join(folder, bucket, name)))) stray.push(`${bucket}/${name}`);
    }
  }
  // Then the folder belongs to another database than this one: a mistake of set-up must not cost its photos.
  if (stray.length > known.size) return 0;
  for (const file of stray) await fs.rm(path.join(folder, file), { force: true });
  return stray.filter((file) => photoOf(file) === file).length;
}

/** The photo that a thumbnail or an unfinished file belongs to; of a photo, itself. */
function photoOf(name: string): string {
  return name.replace(/\.\d+\.webp$|(?:\.\d+\.webp)?\.[0-9a-f]+\.part$/, "");
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await unlessMissing(fs.readdir(folder, { recursive: true, withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}

async function isOlderThanADay(file: string): Promise<boolean> {
  const stat = await fs.stat(file).catch(() => null);
  return stat !== null && stat.mtimeMs < Date.now() - DAY_MS;
}

/** With what was drawn from it. */
async function removeFile(file: string): Promise<void> {
  await fs.rm(file, { force: true });
  await fs.rm(thumbnailFile(file), { force: true });
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([fs.stat(a), fs.stat(b)]);
  return one.ino === other.ino && one.dev === other.dev;
}
