import type { PhotoFiles } from "../photo-moves.ts";

/** What an operator works on: the embedded backend or a hosted project. The database decides the same in both. */
export interface Project extends PhotoFiles {
  /** Where it is, for people to read. */
  name: string;
  /** Calls a function of the database. Throws {@link RefusedError} when it says no. */
  call(name: string, args?: Record<string, unknown>): Promise<unknown>;
  /** Removes uploads that no review shows. Resolves to how many. */
  sweepUploads(): Promise<number>;
  close(): Promise<void>;
}

/** The command cannot be carried out. The message is a sentence that says why, or what to do. */
export class RefusedError extends Error {
  override name = "RefusedError";
}
