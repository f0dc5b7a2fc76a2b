/** DATA_DIR or its disk cannot be used. The message says what to do in one or two sentences. */
export class DataDirError extends Error {
  override name = "DataDirError";
}

export class DataDirInUseError extends DataDirError {
  override name = "DataDirInUseError";

  constructor(dataDir: string) {
    super(`Another GharSach is running on the data in ${dataDir}: stop it first, or set another DATA_DIR.`);
  }
}

const FULL_DISK = /ENOSPC|EDQUOT|EFBIG|No space left on device|Disk quota exceeded|File too large/;

/** Messages of PostgreSQL for missing, short or corrupt files. */
const DAMAGE =
  /could not (?:read|open|locate|access|find|map|restore)|incorrect checksum|invalid (?:page|data|magic|record|permissions|checkpoint|primary)|incomplete data|corrupt|unexpected (?:data|end of file)|is not a (?:btree|valid)|missing chunk|does not exist/;

const DAMAGE_CODES = /^(?:XX00[012]|58030|58P01)$/;

/**
 * Returns a DataDirError if the data folder is damaged, in use, not accessible or of another PostgreSQL version, or its disk is
 * full. Returns other errors unchanged.
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

/** Returns a DataDirError that explains PostgreSQL's last messages, or null. */
export function explainLastMessage(lastMessages: string, dataDir: string): DataDirError | null {
  const said = /(?:FATAL|PANIC|ERROR):\s+(.*)/.exec(lastMessages)?.[1] ?? "";
  return explain(lastMessages, dataDir) ?? (DAMAGE.test(lastMessages) ? damaged(dataDir, said) : null);
}

function explain(words: string, dataDir: string): DataDirError | null {
  if (/lock file "postmaster\.pid" already exists/.test(words)) return new DataDirInUseError(dataDir);
  if (/database files are incompatible with server/.test(words)) {
    return new DataDirError(
      `The database in ${dataDir} was created by another version of PostgreSQL: start the version of GharSach that created it.`,
    );
  }
  if (/EACCES|EPERM|Permission denied|has wrong ownership/.test(words)) {
    return new DataDirError(`GharSach may not read or write all of ${dataDir}: start it as the owner of the folder.`);
  }
  if (FULL_DISK.test(words) || /^53100 /.test(words)) {
    return new DataDirError(
      `The disk that holds ${dataDir} is full: free space on it. Confirmed data are kept, and the server recovers by itself.`,
    );
  }
  return null;
}

function damaged(dataDir: string, detail: string): DataDirError {
  return new DataDirError(
    `The database in ${dataDir} is damaged (${detail.trim() || "it does not start"}). Do not change it. Restore a backup: npm run restore -- <file> --force`,
  );
}
