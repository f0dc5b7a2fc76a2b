import { closeSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { DataDirError } from "../data-dir-error.ts";
import { dropRoot } from "../privileges.ts";
import { DATABASE, LIST, listSchema, PHOTOS, SECRETS, tar } from "./backup.ts";
import { lockDataDir, RESTORING } from "./data-dir.ts";
import { exists } from "./files.ts";
import { stopLeftover } from "./postgres/leftovers.ts";
import { startPostgres } from "./postgres/start.ts";
import { loadSecrets } from "./secrets.ts";
import { changeOwner, makeDataDir, systemUser } from "./system-user.ts";

/** Backups, and data that an earlier restore replaced. */
const KEPT_IN_PLACE = /^(?:backups$|replaced-)/;

export interface RestoreResult {
  madeAt: string;
  reviews: number;
  photos: number;
  /** Photos that reviews show but the archive lacks. */
  missingPhotos: string[];
  replaced: string | null;
}

/**
 * Restores an archive into the data folder. Unpacks and checks it before changing anything. Throws {@link DataDirError} if the folder is in
 * use, or not empty without `force`, which moves its content into a subfolder.
 */
export async function restore(archive: string, dataDir: string, force: boolean, now: Date): Promise<RestoreResult> {
  // The archive may belong to root.
  const input = await fs.open(archive).catch(() => {
    throw new DataDirError(`There is no file ${archive}.`);
  });
  await dropRoot(dataDir);
  await makeDataDir(dataDir);
  const lock = await lockDataDir(dataDir);
  const stamp = now.toISOString().slice(0, 19).replaceAll(":", "");
  // On the disk of the data folder, so that a rename is enough.
  const fresh = path.join(dataDir, `${RESTORING}${stamp}Z`);
  try {
    const held = await fs.readdir(dataDir);
    if (held.length > 0 && !force) {
      throw new DataDirError(
        `${dataDir} is not empty: set DATA_DIR to a new folder, or add --force to move its content into a subfolder.`,
      );
    }
    await fs.mkdir(fresh, { mode: 0o700 });
    const { madeAt } = await unpack(input, archive, fresh);
    const found = await checkDatabase(fresh);

    await stopLeftover(dataDir);
    const replaced = held.length > 0 ? path.join(dataDir, `replaced-${stamp}Z`) : null;
    if (replaced) await fs.mkdir(replaced, { mode: 0o700 });
    for (const name of held) if (!KEPT_IN_PLACE.test(name)) await move(name, dataDir, replaced ?? dataDir);
    for (const name of ["postgres", PHOTOS, SECRETS])
      if (await exists(path.join(fresh, name))) await move(name, fresh, dataDir);
    return { madeAt, ...found, replaced };
  } finally {
    await input.close();
    await fs.rm(fresh, { recursive: true, force: true });
    closeSync(lock);
  }
}

function move(name: string, from: string, to: string): Promise<void> {
  return fs.rename(path.join(from, name), path.join(to, name));
}

/** Ignores owners and setuid bits of the archive. */
const AS_OURS = ["--no-same-owner", "--no-same-permissions"];

/** Unpacks the archive, whose checksum gzip verifies. */
async function unpack(input: fs.FileHandle, archive: string, folder: string) {
  const list = await tar(["-x", "-z", "-f", "-", ...AS_OURS, "-C", folder], input.fd)
    .then(() => fs.readFile(path.join(folder, LIST), "utf8"))
    .then((text) => listSchema.parse(JSON.parse(text)))
    .catch((error: Error) => {
      if (error.message.includes("install it")) throw error;
      throw new DataDirError(
        `${archive} is damaged or not a backup of GharSach. Nothing was changed: try an older one.`,
      );
    });
  const database = path.join(folder, "postgres");
  await fs.mkdir(database, { mode: 0o700 });
  await tar(["-x", "-f", path.join(folder, DATABASE), ...AS_OURS, "-C", database]);
  await fs.rm(path.join(folder, DATABASE));
  // systemUser() is null unless dropRoot kept root.
  const user = systemUser();
  if (user) changeOwner(user, folder);
  return list;
}

/** Starts the database, which recovers to the end of the backup, and checks its content. */
async function checkDatabase(folder: string): Promise<Omit<RestoreResult, "madeAt" | "replaced">> {
  const { databasePassword } = await loadSecrets(folder);
  const server = await startPostgres(folder, databasePassword);
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    const photos = await movePhotosToTheirBuckets(sql, path.join(folder, PHOTOS));
    const [count] = await sql<{ reviews: number }[]>`select count(*)::int as reviews from public.reviews`;
    const shown = await sql<{ photo: string }[]>`
      select 'review-proofs/public/' || photo_name as photo
      from private.review_proofs join public.reviews on id = review_id where hidden_at is null`;
    const missingPhotos: string[] = [];
    for (const { photo } of shown) if (!(await exists(path.join(folder, PHOTOS, photo)))) missingPhotos.push(photo);
    return { reviews: count?.reviews ?? 0, photos, missingPhotos };
  } finally {
    await sql.end();
    await server.stop();
  }
}

/** Moves the photos of reviews that were hidden or shown during the backup. Returns the number of all photos. */
async function movePhotosToTheirBuckets(sql: postgres.Sql, folder: string): Promise<number> {
  if (!(await exists(folder))) return 0;
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const photos = entries.filter((entry) => entry.isFile());
  const byName = new Map(photos.map((entry) => [entry.name, path.join(entry.parentPath, entry.name)]));
  const rows = await sql<{ file: string }[]>`select bucket_id || '/' || name as file from storage.objects`;
  for (const { file } of rows) {
    const place = path.join(folder, file);
    const found = byName.get(path.basename(file));
    // The archive is untrusted: its rows must not point outside the folder.
    if (!found || !place.startsWith(folder + path.sep) || (await exists(place))) continue;
    await fs.mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    await fs.rename(found, place);
  }
  return photos.length;
}
