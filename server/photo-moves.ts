/** A stored photo: its bucket and its name in it. */
export interface StoredPhoto {
  bucket: string;
  name: string;
}

export interface PhotoMove {
  from: StoredPhoto;
  to: StoredPhoto;
}

/** Moves and removes photos in the embedded storage or in a hosted project. */
export interface PhotoFiles {
  movePhoto(move: PhotoMove): Promise<void>;
  removePhotos(photos: StoredPhoto[]): Promise<void>;
}

/** The result of operator_misplaced_photos. */
interface MisplacedPhotos {
  moves: PhotoMove[];
  /** Photos of deleted reviews and accounts. */
  orphans: StoredPhoto[];
}

/**
 * Moves the photos of reviews that were hidden or shown, and removes those of deleted reviews and accounts, which neither the database nor
 * authors can do. Throws at the end with the number of photos that could not be moved.
 */
export async function placePhotos(project: PhotoFiles & { call(name: string): Promise<unknown> }): Promise<void> {
  const { moves, orphans } = (await project.call("operator_misplaced_photos")) as MisplacedPhotos;
  try {
    await movePhotos(project, moves);
  } finally {
    await project.removePhotos(orphans);
  }
}

/** Continues after a failure. */
async function movePhotos(files: PhotoFiles, moves: PhotoMove[]): Promise<void> {
  const failures: unknown[] = [];
  for (const move of moves) await files.movePhoto(move).catch((error: unknown) => failures.push(error));
  if (failures.length === 0) return;
  const [first] = failures;
  const why = first instanceof Error ? first.message : String(first);
  throw new Error(`${failures.length} of ${moves.length} photos could not be moved: ${why}`, { cause: first });
}
