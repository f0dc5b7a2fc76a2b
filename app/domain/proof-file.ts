/** Media types a proof photo may have; must match the bucket's allowed types. (spec 5) */
export const PROOF_FILE_TYPES = ["image/png", "image/jpeg", "image/gif"] as const;
export type ProofFileType = (typeof PROOF_FILE_TYPES)[number];

export const MAX_PROOF_FILES = 3;
export const MAX_PROOF_FILE_BYTES = 5 * 1024 * 1024;

/** What the rules need to know of a browser's File. */
export interface ProofFile {
  name: string;
  /** In bytes. */
  size: number;
  /** The media type, "" when the browser does not know it. */
  type: string;
}

const EXTENSIONS: Record<ProofFileType, readonly [string, ...string[]]> = {
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/gif": ["gif"],
};

/** Whether a media type is one that a proof photo may have. (spec 5) */
export function isProofFileType(type: string): type is ProofFileType {
  return Object.hasOwn(EXTENSIONS, type);
}

/**
 * Checks newly chosen files against those already selected. Resolves to the ones to add, in the order chosen, and to
 * one message per fault for the 'File Selection Error' toast. Files with a fault take no place. (spec 5)
 */
export function checkProofFiles<F extends ProofFile>(
  chosen: readonly F[],
  alreadySelected: readonly ProofFile[],
): { accepted: F[]; messages: string[] } {
  const accepted: F[] = [];
  const messages = new Set<string>();
  const names = new Set(alreadySelected.map((file) => file.name));
  for (const file of chosen) {
    if (names.has(file.name)) messages.add(`${file.name} is already selected.`);
    else if (!isProofFileType(file.type)) messages.add(`${file.name} is not a PNG, JPG or GIF image.`);
    else if (file.size > MAX_PROOF_FILE_BYTES) messages.add(`${file.name} is too large (max 5MB).`);
    else if (names.size >= MAX_PROOF_FILES) messages.add("Cannot upload more than 3 files.");
    else {
      names.add(file.name);
      accepted.push(file);
    }
  }
  return { accepted, messages: [...messages] };
}

/** The extension to store a photo under: its own if it suits the type, else the type's usual one. (spec 7) */
export function proofFileExtension(name: string, type: ProofFileType): string {
  const [usual, ...others] = EXTENSIONS[type];
  const own = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return others.includes(own) ? own : usual;
}

/**
 * The path of a proof file in the bucket: "public/<timestamp>-<random>.<extension>". (spec 7)
 * `now` is in milliseconds; `random` must be made of letters and digits. Must match the bucket's upload policy.
 */
export function proofObjectName({
  extension,
  now,
  random,
}: {
  extension: string;
  now: number;
  random: string;
}): string {
  return `public/${now}-${random}.${extension.replace(/^\./, "").toLowerCase()}`;
}
