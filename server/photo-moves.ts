/** A photo in the storage: the name of its bucket, and its own name there. */
export interface StoredPhoto {
  bucket: string;
  name: string;
}

export interface PhotoMove {
  from: StoredPhoto;
  to: StoredPhoto;
}

/** What moves and removes photos: the embedded storage, or that of a hosted project. */
export interface PhotoFiles {
  movePhoto(move: PhotoMove): Promise<void>;
  removePhotos(photos: StoredPhoto[]): Promise<void>;
}

/** The answer of operator_misplaced_photos. */
interface MisplacedPhotos {
  moves: PhotoMove[];
  /** Of deleted reviews and accounts. */
  orphans: StoredPhoto[];
}

/**
 * Moves the photos of reviews that authors withdrew or brought back, or that operators decided on, and removes those of
 * deleted reviews and accounts: the database cannot touch files, and authors may not. Throws at the end, saying how many could not be moved.
 */
export async function placePhotos(project: PhotoFiles & { call(name: string): Promise<unknown> }): Promise<void> {
  const { moves, orphans } = (await project.call("operator_misplaced_photos")) as MisplacedPhotos;
  try {
    await movePhotos(project, moves);
  } finally {
    await project.removePhotos(orphans);
  }
}

/** One that cannot be moved keeps no other in place. */
async function movePhotos(files: PhotoFiles, moves: PhotoMove[]): Promise<void> {
  const failures: unknown[] = [];
  for (const move of moves) await files.movePhoto(move).catch((error: unknown) => failures.push(error));
  if (failures.length === 0) return;
  const [first] = failures;
  const why = first instanceof Error ? first.message : String(first);
  throw new Error(`${failures.length} of ${moves.length} photos could not be moved: ${why}`, { cause: first });
}
