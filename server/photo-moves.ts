export interface StoredPhoto {
  bucket: string;
  name: string;
}

export interface PhotoMove {
  from: StoredPhoto;
  to: StoredPhoto;
}

export interface PhotoFiles {
  movePhoto(move: PhotoMove): Promise<void>;
  removePhotos(photos: StoredPhoto[]): Promise<void>;
}

/** From operator_misplaced_photos. */
interface MisplacedPhotos {
  moves: PhotoMove[];
  /** Photos of deleted reviews and accounts. */
  orphans: StoredPhoto[];
}

/**
 * Moves the photos of reviews that were hidden or shown, and removes those of deleted reviews and accounts, since the database cannot. Throws
 * at the end if photos could not be moved.
 */
export async function placePhotos(project: PhotoFiles & { call(name: string): Promise<unknown> }): Promise<void> {
  const { moves, orphans } = (await project.call("operator_misplaced_photos")) as MisplacedPhotos;
  const failures: unknown[] = [];
  for (const move of moves) await project.movePhoto(move).catch((error: unknown) => failures.push(error));
  await project.removePhotos(orphans);
  if (failures.length === 0) return;
  const [first] = failures;
  const why = first instanceof Error ? first.message : String(first);
  throw new Error(`${failures.length} of ${moves.length} photos could not be moved: ${why}`, { cause: first });
}
