/** Something is wrong with DATA_DIR or its disk. The message is one sentence or two that say what to do. */
export class DataDirError extends Error {
  override name = "DataDirError";
}

/** Another process is the owner of the data folder. */
export class DataDirInUseError extends DataDirError {
  override name = "DataDirInUseError";

  constructor(dataDir: string) {
    super(
      `Another GharSach is running on the data in ${dataDir}: stop it first, or give this one a DATA_DIR of its own.`,
    );
  }
}

/** What the system says of a disk that takes no more, in the words of Node and of PostgreSQL. */
const FULL_DISK = /ENOSPC|EDQUOT|EFBIG|No space left on device|Disk quota exceeded|File too large/;

/** Not the disk, but what lies on it: files that are gone, too short, or hold something else than was written. */
const DAMAGE =
  /could not (?:read|open|locate|access|find|map|restore)|incorrect checksum|invalid (?:page|data|magic|record|permissions|checkpoint|primary)|incomplete data|corrupt|unexpected (?:data|end of file)|is not a (?:btree|valid)|missing chunk|does not exist/;

const DAMAGE_CODES = /^(?:XX00[012]|58030|58P01)$/;

/**
 * The same failure in words for the operator, where it is one of the disk that holds the data: full, damaged, of another
 * version, or in use. Anything else stays as it is.
 */
export function toDataDirError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || error instanceof DataDirError) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const words = explain(`${code} ${error.message}`, dataDir);
  if (words) return words;
  if (DAMAGE_CODES.test(code)) return damaged(dataDir, error.message);
  return error.cause instanceof Error && toDataDirError(error.cause, dataDir) !== error.cause
    ? toDataDirError(error.cause, dataDir)
    : error;
}

/** The same for what PostgreSQL said last; null where it said something else. */
export function explainLastWords(lastWords: string, dataDir: string): DataDirError | null {
  const said = /(?:FATAL|PANIC|ERROR):\s+(.*)/.exec(lastWords)?.[1] ?? "";
  return explain(lastWords, dataDir) ?? (DAMAGE.test(lastWords) ? damaged(dataDir, said) : null);
}

function explain(words: string, dataDir: string): DataDirError | null {
  if (/lock file "postmaster\.pid" already exists/.test(words)) return new DataDirInUseError(dataDir);
  if (/database files are incompatible with server/.test(words)) {
    return new DataDirError(
      `The database in ${dataDir} was made by another version of PostgreSQL: start the version of GharSach that made it.`,
    );
  }
  if (/EACCES|EPERM|Permission denied|has wrong ownership/.test(words)) {
    return new DataDirError(
      `GharSach may not read or write all of ${dataDir}: start it as the user whose folder it is.`,
    );
  }
  if (FULL_DISK.test(words) || /^53100 /.test(words)) {
    return new DataDirError(
      `The disk that holds ${dataDir} takes no more: make room there. What was confirmed is kept and comes back by itself.`,
    );
  }
  return null;
}

function damaged(dataDir: string, detail: string): DataDirError {
  return new DataDirError(
    `The database in ${dataDir} is damaged (${detail.trim() || "it does not start"}). Leave it as it is and bring back a backup: npm run restore -- <file> --force`,
  );
}
